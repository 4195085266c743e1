import { hashOf } from "../secrets.ts";

/** The account of an e-mail address, whether it exists or not, in the counters of wrong passwords. */
export const triedAccount = (email: string) => hashOf(email.toLowerCase());

/** The same, tried from one network: the key of `loginByAccountAndNetwork`. */
export const triedFrom = (email: string, network: string) => `${triedAccount(email)} ${network}`;
