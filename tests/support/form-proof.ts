import type { TestBackend, testClock } from "./backend";

/** The proof that a form open to everyone carries, as old as one that a person has filled in. */
export async function oldProof(backend: TestBackend, time: Pick<ReturnType<typeof testClock>, "pass">): Promise<string> {
  const { proof } = (await (await backend.request("/api/form-proof")).json()) as { proof: string };
  time.pass(10);
  return proof;
}
