import * as z from "zod";
import { Done, endpoint } from "../api/endpoint.ts";
import { Localized } from "../formats/localized.ts";

const byId = z.object({ id: z.uuid() });
const admins = { roles: ["ADMIN"] } as const;

/** Until when somebody takes no new place, the last day counts, and the absences from which it follows. */
const RegistrationPause = z.object({
  until: z.iso.date(),
  absences: z.array(z.object({ eventId: z.uuid(), title: Localized, day: z.iso.date() })),
});
export type RegistrationPause = z.infer<typeof RegistrationPause>;
export const PauseAnswer = z.object({ pause: RegistrationPause.nullable() });

/** For administrators, about one person. Lifting a pause excuses the absences from which it follows. */
export const registrationPausesApi = {
  get: endpoint({ method: "GET", path: "/api/admin/people/:id/registration-pause", access: admins, params: byId, response: PauseAnswer }),
  lift: endpoint({ method: "POST", path: "/api/admin/people/:id/registration-pause/lift", access: admins, params: byId, response: Done }),
};
