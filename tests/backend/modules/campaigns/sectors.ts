import { sectors } from "#backend/modules/sectors/tables";
import type { TestBackend } from "#tests/support/backend";

/** A published local team; answers its id. */
export async function teamOf({ services: { db } }: TestBackend, name: string): Promise<string> {
  const values = { kind: "local_team", status: "published", name, position: 900 } as const;
  const [team] = await db
    .insert(sectors)
    .values({ ...values, slug: `equipe-${crypto.randomUUID().slice(0, 8)}` })
    .returning({ id: sectors.id });
  return team?.id ?? "";
}
