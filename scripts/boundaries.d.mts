export function folderOf(file: string): string;
export function folderCycles(imports: [from: string, to: string][]): string[];
