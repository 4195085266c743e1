export function folderOf(file: string): string;
export function innermostFolderOf(file: string): string;
export function folderCycles(imports: [from: string, to: string][], folder?: (file: string) => string): string[];
