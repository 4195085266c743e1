export const refused: Record<string, string>;
export const allowed: Record<string, Record<string, string>>;
export function refusedNames(file: string, text: string): string[];
export function refusedFile(file: string): string | null;
export const allowedKeys: Record<string, string>;
export function refusedKeys(file: string, texts: Record<string, unknown>, prefix?: string): string[];
export function refusedTexts(file: string, texts: Record<string, unknown>, prefix?: string): string[];
