import { z } from "zod";
import { endpoint } from "./endpoint.ts";

/** A local team, as lists and choices name it. */
export const TeamName = z.object({ id: z.uuid(), name: z.string() });
export type TeamName = z.infer<typeof TeamName>;

export const teamsApi = {
  list: endpoint({ method: "GET", path: "/api/teams", access: "public", response: z.object({ items: z.array(TeamName) }) }),
};
