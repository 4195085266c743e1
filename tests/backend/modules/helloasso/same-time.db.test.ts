import { expect, test } from "vitest";
import { helloassoPayments, payments } from "#backend/modules/payments/tables";
import { helloassoImportApi } from "#contract/charity/helloasso-import";
import { serverUrl } from "#tests/support/database";
import { importer } from "#tests/support/imports";
import { signIn } from "#tests/support/people";
import { deadlocksIn, twoOffices } from "#tests/support/two-offices";

test.runIf(serverUrl)("the same file imported at once by two people over two backends is imported once", { timeout: 60_000 }, async () => {
  const { backends } = await twoOffices();
  const { db } = backends[0].services;
  const rows = Array.from({ length: 60 }, (_, at) => ({
    ...{
      reference: `p-${at}`,
      paidOn: "2026-01-02",
      amount: "10",
      status: "paid",
      kind: "gift",
      lastName: "Roy",
      email: `p-${at}@example.org`,
    },
    ...{ street: "12 rue des Lilas", postalCode: "69007", city: "Lyon" },
  }));
  const offices = await Promise.all(
    backends.map(async (backend) => importer(backend, (await signIn(backend, { role: "ADMIN" })).cookie, helloassoImportApi)),
  );
  const files = await Promise.all(offices.map(async (office, at) => ({ office, id: await office.check(at ? rows.toReversed() : rows) })));
  const answers = await Promise.all(files.map(({ office, id }) => office.run(id)));
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  const counts = await Promise.all(files.map(({ office, id }) => office.counts(id)));
  expect(counts.map((one) => one?.created).toSorted()).toEqual([0, 60]);
  expect(counts.map((one) => one?.unchanged).toSorted()).toEqual([0, 60]);
  expect(await db.$count(payments)).toBe(60);
  expect(await db.$count(helloassoPayments)).toBe(60);
  expect(await deadlocksIn(db)).toBe(0);
});
