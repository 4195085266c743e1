export type Report = {
  id: string;
  type: "hard" | "soft" | "complaint";
  address: string;
  messageId: string;
  at: string | null;
  diagnostic?: string | null;
};
export function fieldsOf(text: string): Record<string, string>[];
export function reportsIn(raw: string | Uint8Array): Promise<Report[]>;
export function signatureOf(body: string, secret: string, seconds: number): string;
