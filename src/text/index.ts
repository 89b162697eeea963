export { fromBase64, toBase64 } from './base64.ts';
export { type JsonMaker, JsonScanner, readJsonTree, type StringFlaw } from './json.ts';
export { JsonReader } from './jsonReader.ts';
export { linesText, numbersText, numberText, objectText } from './jsonText.ts';
