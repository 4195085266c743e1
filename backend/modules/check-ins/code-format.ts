import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto";
import { type CodeKind, codeKinds } from "#contract/charity/check-ins";
import { codeSigns, plainCode } from "#contract/formats/typed-code";

/** What a code stands for: `id` is that of a registration, a person or an event, by its kind. */
export type CodeSubject = { kind: CodeKind; id: string; version: number };

type Secrets = readonly string[];

/** Kind and format (1 byte), version (2), id (16), signature (12): 31 bytes are 50 signs, which a QR code holds in few modules. */
const signatureBytes = 12;
const bodyBytes = 19;
const codeSignsInQr = Math.ceil(((bodyBytes + signatureBytes) * 8) / 5);
/** Forty bits that are looked up: of a thousand registrations, somebody who guesses finds one in a thousand million tries. */
const lettersBytes = 5;

const format = 1;

/** The text of a QR code, signed by the newest secret. */
export function codeOf([newest = ""]: Secrets, subject: CodeSubject): string {
  const body = bodyOf(subject);
  return toSigns(Buffer.concat([body, signatureOf(newest, body)]));
}

/**
 * What a scanned text stands for, or null when it has not been signed here. Every text of the right length is compared with all secrets, in constant
 * time, before anything in it is read: a forged one takes as long whatever it says.
 */
export function readCode(secrets: Secrets, text: string): CodeSubject | null {
  const bytes = fromSigns(plainCode(text));
  if (!bytes) return null;
  const [body, given] = [bytes.subarray(0, bodyBytes), bytes.subarray(bodyBytes, bodyBytes + signatureBytes)];
  const matches = secrets.map((secret) => timingSafeEqual(signatureOf(secret, body), given));
  const kind = codeKinds[(body[0] ?? 0) & 15];
  if (!matches.includes(true) || !kind || (body[0] ?? 0) >> 4 !== format) return null;
  const hex = body.subarray(3).toString("hex");
  return { kind, version: body.readUInt16BE(1), id: hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5") };
}

/** The letters to type instead of a code that cannot be scanned. */
export function lettersOf([newest = ""]: Secrets, subject: CodeSubject): string {
  return toSigns(keyed(newest, "letters", bodyOf(subject)).subarray(0, lettersBytes));
}

/** The hashes under which typed letters are looked up, by each secret, the newest first. */
export function lookupsOf(secrets: Secrets, typed: string): string[] {
  return secrets.map((secret) => keyed(secret, "lookup", Buffer.from(plainCode(typed))).toString("base64url"));
}

function bodyOf({ kind, id, version }: CodeSubject): Buffer {
  const head = Buffer.alloc(3);
  head[0] = (format << 4) | codeKinds.indexOf(kind);
  head.writeUInt16BE(version, 1);
  return Buffer.concat([head, Buffer.from(id.replaceAll("-", ""), "hex")]);
}

const signatureOf = (secret: string, body: Buffer) => keyed(secret, "code", body).subarray(0, signatureBytes);

/** A key for each purpose, so that no signature of one is any use for another. */
function keyed(secret: string, purpose: "code" | "letters" | "lookup", data: Buffer): Buffer {
  return createHmac("sha256", keyFor(secret, purpose)).update(data).digest();
}

const keys = new Map<string, Buffer>();

/** Derived once: the list of a door has thousands of codes. */
function keyFor(secret: string, purpose: string): Buffer {
  const known = keys.get(`${purpose} ${secret}`) ?? Buffer.from(hkdfSync("sha256", secret, "", `maillon door ${purpose}`, 32));
  keys.set(`${purpose} ${secret}`, known);
  return known;
}

/** Five bits a sign; bits that are left over are zero. */
function toSigns(bytes: Buffer): string {
  let [bits, pending, text] = [0, 0, ""];
  for (const byte of bytes) {
    pending = (pending << 8) | byte;
    for (bits += 8; bits >= 5; bits -= 5) {
      text += codeSigns[(pending >> (bits - 5)) & 31];
      pending &= (1 << (bits - 5)) - 1;
    }
  }
  return bits > 0 ? text + codeSigns[(pending << (5 - bits)) & 31] : text;
}

function fromSigns(text: string): Buffer | null {
  if (text.length !== codeSignsInQr) return null;
  const bytes: number[] = [];
  let [bits, pending] = [0, 0];
  for (const sign of text) {
    const value = codeSigns.indexOf(sign);
    if (value < 0) return null;
    pending = (pending << 5) | value;
    bits += 5;
    if (bits >= 8) {
      bits -= 8;
      bytes.push(pending >> bits);
      pending &= (1 << bits) - 1;
    }
  }
  return Buffer.from(bytes);
}
