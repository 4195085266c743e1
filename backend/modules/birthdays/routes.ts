import { done, on } from "#backend/http/routes";
import { birthdaysApi } from "#contract/accounts/birthdays";
import { greet } from "./greeting.ts";
import { getBirthday, listBirthdays } from "./queries.ts";

export const birthdayRoutes = [
  on(birthdaysApi.list, (call) => listBirthdays(call, call.actor, call.query)),
  on(birthdaysApi.get, (call) => getBirthday(call, call.actor, call.params.id)),
  on(birthdaysApi.greet, async (call) => {
    await greet(call, call.actor, call.params.id, call.body.text);
    return done;
  }),
];
