import { type PeopleList, peopleApi, peopleLists } from "#contract/accounts/people";

export const peopleEndpoints = {
  "pending-approval": peopleApi.pending,
  volunteers: peopleApi.volunteers,
  drivers: peopleApi.drivers,
  beneficiaries: peopleApi.beneficiaries,
  donators: peopleApi.donators,
} as const satisfies Record<PeopleList, unknown>;

/** The list of a path. */
export function peopleListAt(url: string): PeopleList {
  const name = new URL(url).pathname.replace(/^(\/en)?\/dashboard\/admin\/users\//, "").split(/[/.]/)[0];
  const list = peopleLists.find((one) => one === name);
  if (!list) throw new Error(`${url} is no list of people`);
  return list;
}
