/** The gate's protocol: methods, what they are asked and what they answer, and who does them. */
export {};
