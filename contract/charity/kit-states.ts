import type { eventTypes } from "./events.ts";

/** The events at which a student receives something: a kit that is brought, or clothes that are tried on. */
export const kitKinds = ["delivery", "dressed"] as const satisfies (typeof eventTypes)[number][];
export type KitKind = (typeof kitKinds)[number];

export const kitStatuses = ["ordered", "in_preparation", "collected", "delivered", "absent"] as const;
export type KitStatus = (typeof kitStatuses)[number];

/** What volunteers set an order to. A slip of the finger at the end is corrected: delivered and absent lead to each other. */
export const kitMoves = ["in_preparation", "collected", "delivered", "absent"] as const satisfies KitStatus[];
export type KitMove = (typeof kitMoves)[number];

/** What volunteers do with orders: move them on, or take back that a kit was handed over, which is then packed as before. */
export const kitActs = [...kitMoves, "back"] as const;
export type KitAct = (typeof kitActs)[number];

/** From which states each move leads on. The database refuses other ones. A fitting is not carried anywhere. */
export const kitSteps: Record<KitKind, Record<KitMove, readonly KitStatus[]>> = {
  delivery: {
    in_preparation: ["ordered"],
    collected: ["in_preparation"],
    delivered: ["collected", "absent"],
    absent: ["collected", "delivered"],
  },
  dressed: {
    in_preparation: ["ordered"],
    collected: [],
    delivered: ["ordered", "in_preparation", "absent"],
    absent: ["ordered", "in_preparation", "delivered"],
  },
};

/** How far an order is, and whether its person changed it after it was packed. */
type KitState = { kind: KitKind; status: KitStatus; changedAt: unknown };

/** Whether an order makes a move. One that was changed after it was packed is packed again before anybody takes it away. */
export function leadsOn({ kind, status, changedAt }: KitState, move: KitAct): boolean {
  if (move === "back") return status === "collected";
  if (changedAt && move === "in_preparation") return true;
  return kitSteps[kind][move].includes(status) && !(changedAt && move === "collected");
}

/** The move that comes next; null at the end. */
export function nextKitMove({ kind, status, changedAt }: KitState): KitMove | null {
  if (status === "delivered" || status === "absent") return null;
  if (changedAt) return "in_preparation";
  return kitMoves.find((move) => kitSteps[kind][move].includes(status)) ?? null;
}

export const isKitKind = (type: string): type is KitKind => kitKinds.some((kind) => kind === type);
