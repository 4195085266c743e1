import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join, resolve, sep } from "node:path";
import { AwsClient } from "aws4fetch";

/** Storage of the bytes of documents. Keys are made by the backend, never taken from a request. */
export type FileStore = {
  put(key: string, bytes: Uint8Array, mime: string): Promise<void>;
  /** Null when there is no such file. */
  get(key: string): Promise<Uint8Array | null>;
  remove(key: string): Promise<void>;
};

/** Files in a folder of this machine. */
export function localFiles(folder: string): FileStore {
  const root = resolve(folder);
  const pathOf = (key: string) => {
    const path = resolve(root, key);
    if (!path.startsWith(root + sep)) throw new Error(`file key leaves its folder: ${key}`);
    return path;
  };
  return {
    async put(key, bytes) {
      const path = pathOf(key);
      await mkdir(dirname(path), { recursive: true });
      const half = join(dirname(path), `.${crypto.randomUUID()}`);
      await writeFile(half, bytes);
      await rename(half, path);
    },
    async get(key) {
      try {
        return await readFile(pathOf(key));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
        throw error;
      }
    },
    remove: (key) => rm(pathOf(key), { force: true }),
  };
}

/** A key as a part of a URL; `..` or a double slash would refer to another file. */
function pathOfKey(key: string): string {
  const segments = key.split("/");
  if (segments.some((segment) => segment === "" || segment === "." || segment === ".."))
    throw new Error(`file key leaves its folder: ${key}`);
  return segments.map(encodeURIComponent).join("/");
}

export type BucketSettings = { endpoint: string; bucket: string; region: string; accessKeyId: string; secretAccessKey: string };

/** Files in a bucket that speaks S3, path-style addresses. */
export function bucketFiles({ endpoint, bucket, region, accessKeyId, secretAccessKey }: BucketSettings): FileStore {
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: "s3", retries: 2 });
  const call = async (method: string, key: string, init: RequestInit = {}) => {
    const url = `${endpoint}/${bucket}/${pathOfKey(key)}`;
    const response = await client.fetch(url, { method, redirect: "manual", signal: AbortSignal.timeout(10_000), ...init });
    if (!response.ok && response.status !== 404) throw new Error(`bucket answered ${response.status} to ${method} ${key}`);
    return response;
  };
  return {
    async put(key, bytes, mime) {
      const response = await call("PUT", key, { body: bytes as BodyInit, headers: { "content-type": mime } });
      if (response.status === 404) throw new Error(`there is no bucket named ${bucket}`);
    },
    async get(key) {
      const response = await call("GET", key);
      return response.status === 404 ? null : new Uint8Array(await response.arrayBuffer());
    },
    async remove(key) {
      await call("DELETE", key);
    },
  };
}
