import { readdirSync, readFileSync } from "node:fs";
import { PGlite } from "@electric-sql/pglite";
import { btree_gist } from "@electric-sql/pglite/contrib/btree_gist";
import { citext } from "@electric-sql/pglite/contrib/citext";
import { unaccent } from "@electric-sql/pglite/contrib/unaccent";
import { expect, onTestFinished, test } from "vitest";

const folder = "backend/db/migrations";
const moving = readdirSync(folder).find((name) => name.endsWith("_registration-papers.sql")) ?? "";

test("what volunteers said of their vehicle joins what the team knows of its drivers, whose word stands", {
  timeout: 120_000,
}, async () => {
  const database = await PGlite.create({ extensions: { btree_gist, citext, unaccent } });
  onTestFinished(() => database.close());
  const run = (name: string) => database.exec(readFileSync(`${folder}/${name}`, "utf8"));
  for (const name of readdirSync(folder)
    .filter((file) => file.endsWith(".sql") && file < moving)
    .sort())
    await run(name);
  const names = ["walks", "rides", "drives", "known"];
  for (const [at, name] of names.entries()) {
    const vehicle = ["none", "bike", "car", "scooter"][at];
    await database.query(`insert into users (email, role, first_name, last_name) values ($1::text, 'VOLUNTEER', $1::text, 'x')`, [name]);
    await database.query(
      `insert into volunteer_profiles (user_id, activities, moments, vehicle, licence_expiry, insurance_expiry)
       select id, '{deliver}', '{saturday}', $2, '2030-01-01', '2029-01-01' from users where email = $1`,
      [name, vehicle],
    );
  }
  await database.exec(
    `insert into driver_profiles (user_id, vehicle, licence_expiry, status) select id, 'van', '2031-01-01', 'blocked' from users where email = 'known'`,
  );
  await run(moving);
  const { rows } = await database.query(
    `select email::text, vehicle, licence_expiry::text, insurance_expiry::text, status from driver_profiles
     join users on users.id = user_id order by email`,
  );
  const day = { licence_expiry: "2030-01-01", insurance_expiry: "2029-01-01" };
  expect(rows).toEqual([
    { email: "drives", vehicle: "car", ...day, status: "pending" },
    { email: "known", vehicle: "van", ...day, licence_expiry: "2031-01-01", status: "blocked" },
    { email: "rides", vehicle: "bike", ...day, status: "pending" },
  ]);
  const profiles = await database.query("select * from volunteer_profiles");
  expect([profiles.rows.length, profiles.fields.map(({ name }) => name)]).toEqual([4, ["user_id", "activities", "moments"]]);
});
