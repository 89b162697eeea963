export declare const linkagesFolder: string;
export declare function linkageFiles(): Map<string, Uint8Array>;
