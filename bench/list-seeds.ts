import pg from "pg";

/** The event that all registrations of the bench are for. */
export const benchEvent = "00000000-0000-4000-8000-000000000002";
/** The general assembly whose members are listed. */
export const benchAssembly = "00000000-0000-4000-8000-000000000003";

type Seed = { rows: number; actorId: string };

/** A name for each number: each last name in about ten rows, and every fourth one a Martin. */
const firstName = "(array['Marie','Jean','Éloïse','Karim','Zoé','Luc','Inès'])[1 + i % 7]";
const lastName = "(case when i % 4 = 0 then 'Martin' else 'Personne' || i % greatest($1::int / 10, 1) || 'x' end)";
const fullName = `${firstName} || ' ' || ${lastName}`;
const time = "timestamptz '2026-03-01' - i * interval '1 minute'";
const title = "case when i % 4 = 0 then 'Collecte' else 'Distribution' end";

/** How each table is filled with `$1` rows. Rules that a trigger holds row by row are left out: they took most of the time. */
const seeds = (actorId: string): [table: string, statement: string][] => [
  [
    "users",
    `insert into users (email, email_verified_at, role, account_state, first_name, last_name, phone, birth_date, created_at)
     select 'p' || i || '@exemple.org', now(), (array['VOLUNTEER', 'BENEFICIARY', 'VOLUNTEER', 'DONATOR_INDIVIDUAL'])[1 + i / 4 % 4],
       case when i % 50 in (0, 1, 3) then 'suspended' when i % 10 = 4 then 'to_validate' else 'validated' end, ${firstName} || '-' || i, ${lastName}, '06' || lpad(i::text, 8, '0'), date '1990-01-01' + i % 3650, ${time}
     from generate_series(1, $1::int) i`,
  ],
  [
    "outgoing_mails",
    `insert into outgoing_mails (topic, recipient, subject, text, html, dedupe_key, status, created_at)
     select 'welcome', lower(${lastName}) || i || '@exemple.org', '', '', '', 'bench ' || i,
       case when i % 50 = 0 then 'failed' else 'sent' end, ${time} from generate_series(1, $1::int) i`,
  ],
  [
    "messages",
    `insert into messages (name, email, locale, status, dedupe_key, topic, body, created_at)
     select ${fullName}, 'p' || i || '@exemple.org', 'fr', case when i % 50 = 0 then 'answered' else 'new' end, 'bench ' || i, 'other',
       ${title} || ' : ' || repeat('quelques mots de plus pour une lettre. ', 10), ${time} from generate_series(1, $1::int) i`,
  ],
  [
    "applications",
    `with job as (insert into jobs (title, summary, body, kind, place, contract, hours, salary, opens_on) values
       ('{"fr":"Offre"}', '{"fr":"."}', '{"fr":"."}', 'job', '{"fr":"Lyon"}', '{"fr":"."}', 35, '{"fr":""}', '2026-01-01') returning id)
     insert into applications (job_id, name, email, locale, status, message, consented_at, dedupe_key, created_at)
     select job.id, ${fullName}, 'p' || i || '@exemple.org', 'fr', case when i % 50 = 0 then 'answered' else 'received' end, 'Bonjour', now(),
       'bench ' || i, ${time} from job, generate_series(1, $1::int) i`,
  ],
  [
    "pledges",
    `insert into pledges (reference, amount_cents, rhythm, donor, allocation, method, name, email, locale, receipt, status, dedupe_key, created_at)
     select 'DON-' || lpad(i::text, 8, '0'), 100 + i % 9000, 'one_off', 'person', 'any', 'transfer', ${fullName}, 'p' || i || '@exemple.org', 'fr',
       false, case when i % 50 = 0 then 'received' else 'promised' end, 'bench ' || i, ${time} from generate_series(1, $1::int) i`,
  ],
  [
    "payments",
    `insert into payments (received_on, amount_cents, method, donor_name, donor_email, submission, created_at)
     select date '2026-03-01' - i % 900, 100 + i % 9000, (array['transfer','cheque','cash','card','sepa_debit'])[1 + i % 5], ${fullName},
       'p' || i || '@exemple.org', gen_random_uuid(), ${time} from generate_series(1, $1::int) i`,
  ],
  [
    "memberships",
    `with people as (select id, row_number() over (order by created_at desc) as i from users where email like 'p%@exemple.org')
     insert into memberships (user_id, number, status, start_date, end_date, price_cents, created_at)
     select id, 'ADH-' || i, (array['cancelled','refunded','pending_payment'])[1 + i % 150 / 50], day, day + 364, 1500, ${time}
     from (select id, i, current_date - (i % 900)::int as day from people where i <= $1::int and i % 50 = 0) few
     union all select id, 'ADH-' || i, 'active', day, day + 364, 1500, ${time}
     from (select id, i, current_date - (i % 900)::int as day from people where i <= $1::int and i % 50 <> 0) others`,
  ],
  [
    "fiscal_receipts",
    `insert into fiscal_receipts (series, year, number, display_number, issuer, donor, donor_name, donor_email, article, form, amount_cents, methods,
       period_from, period_to, issued_at, status, cancel_reason, cancelled_at, pdf, sha256)
     select 'IND', 2025, i, 'IND-2025-' || lpad(i::text, greatest(6, length(i::text)), '0'), '{}', '{}', ${fullName}, 'p' || i || '@exemple.org', '200',
       '11580*05', 100 + i % 9000, array['transfer'], '2025-01-01', '2025-12-31', ${time}, case when i % 50 = 0 then 'cancelled' else 'issued' end,
       case when i % 50 = 0 then 'Erreur' end, case when i % 50 = 0 then now() end, 'x', encode(sha256('x'), 'hex')
     from generate_series(1, $1::int) i`,
  ],
  [
    "provider_events",
    `insert into provider_events (event, type, object_id, live, state, result, reason, created_at)
     select 'evt_motif' || i / 10 || 'x' || i, case when i % 4 = 0 then 'charge.refunded' else 'checkout.session.completed' end, 'cs_' || i, true,
       case when i % 50 = 0 then 'failed' else 'handled' end, case when i % 50 > 0 then 'recorded' end, null, ${time} from generate_series(1, $1::int) i`,
  ],
  [
    "campaigns",
    `insert into campaigns (topic, title, sentence, body, label, roles, sector_ids, channels, created_by, updated_by, state, finished_at, updated_at)
     select 'association', jsonb_build_object('fr', ${title} || ' motif' || i / 10 || 'x'), '{"fr":"."}', '{"fr":"."}', '{"fr":"."}', array['VOLUNTEER'], '{}',
       array['inbox'], '${actorId}', '${actorId}', case when i % 50 = 0 then 'cancelled' else 'draft' end, case when i % 50 = 0 then now() end, ${time}
     from generate_series(1, $1::int) i`,
  ],
  [
    "data_requests",
    `insert into data_requests (email, kind, status, received_at, due_at)
     select lower(${lastName}) || i || '@exemple.net', 'access', case when i % 50 = 0 then 'open' else 'answered' end, ${time}, ${time} + interval '30 days'
     from generate_series(1, $1::int) i`,
  ],
  [
    "documents",
    `insert into documents (kind, owner_id, visibility, storage_key, mime, bytes, sha256, verification, created_at)
     select 'PROOF_STUDIES', id, 'owner', 'bench ' || id, 'application/pdf', 8, '', case when phone like '%00' then 'accepted' else 'pending' end,
       created_at from users where email like 'p%@exemple.org' limit $1::int`,
  ],
  [
    "verification_chats",
    `insert into verification_chats (user_id, status, last_message_at)
     select id, case when phone like '%00' then 'waiting_user' else 'waiting_staff' end, created_at from users where email like 'p%@exemple.org' limit $1::int`,
  ],
  [
    "audit_log",
    `with actors as (select array_agg(id) as ids from (select id from users where email like 'p%@exemple.org' order by created_at desc limit 200) chosen)
     insert into audit_log (seq, at, actor_id, actor_kind, action, entity_type, entity_id, fields, changes, reason, request_id)
     select i, timestamptz '2026-03-01' - ($1::int - i) * (interval '90 days' / $1::int),
       case when i % 20 = 0 then null when i % 3 = 0 then '${actorId}'::uuid else ids[1 + i % cardinality(ids)] end,
       case when i % 20 = 0 then 'system' else 'user' end,
       (array['article.edit','user.approve','pledge.status','message.reply'])[1 + i % 4], (array['article','user','pledge','message'])[1 + i % 4],
       gen_random_uuid()::text, '{status}', '{"status":{"before":"a","after":"b"}}',
       case when i % 4 = 1 then 'Une collecte' when i % 4 = 2 then 'motif' || i / 10 || 'x' end, gen_random_uuid()::text
     from actors, generate_series(1, $1::int) i`,
  ],
  [
    "volunteer_hours",
    `with people as (select array_agg(id) as ids from (select id from users where role = 'VOLUNTEER' order by created_at limit 5000) chosen),
       sector as (insert into sectors (name, slug) values ('Lyon', 'lyon') returning id)
     insert into volunteer_hours (user_id, date, minutes, activity, level, description, sector_id, source, status, submitted_at,
       validator_id, validated_at, remark)
     select ids[1 + i % cardinality(ids)], date '2026-03-01' - (i % 3000), 5 + i % 300, 'distribution', 'field',
       case when i % 4 = 0 then 'Collecte' else 'motif' || i / 10 || 'x' end, sector.id, 'self',
       case when i % 50 = 0 then 'submitted' else 'validated' end, ${time},
       case when i % 50 = 0 then null else '${actorId}'::uuid end, case when i % 50 = 0 then null else now() end,
       case when i % 100 = 0 then 'long' end
     from people, sector, generate_series(1, $1::int) i`,
  ],
  [
    "tracking_entries",
    `with people as (select array_agg(id) as ids from (select id from users where role = 'BENEFICIARY' order by created_at limit 5000) chosen)
     insert into tracking_entries (subject_user_id, kind, title, body, occurred_at, visibility, author_id, next_action_at)
     select ids[1 + i % cardinality(ids)], case when i % 50 = 0 then 'call' else 'note' end, case when i % 4 = 0 then 'Collecte' else 'Entretien' end,
       'motif' || i / 10 || 'x', ${time}, 'staff', '${actorId}'::uuid, case when i % 10 = 0 then date '2026-03-01' + i % 1000 end
     from people, generate_series(1, $1::int) i`,
  ],
  [
    "event_registrations",
    `with event as (insert into events (id, title, type, status, starts_at, ends_at, place_name, place_address) values
         ('${benchEvent}', '{"fr":"Distribution"}', 'distribution', 'published', '2030-03-01T10:00Z', '2030-03-01T12:00Z', 'Local', '12 rue des Maillons')
         returning id),
       rules as (insert into event_registration_rules (event_id, roles) select id, array['VOLUNTEER', 'BENEFICIARY'] from event),
       quota as (insert into event_quotas (event_id, position, label, capacity) select id, 0, '{"fr":"Places"}', 100000 from event returning id, event_id),
       people as (select array_agg(id) as ids from users where email like 'p%@exemple.org')
     insert into event_registrations (event_id, quota_id, user_id, guest_name, name, status, created_at)
     select quota.event_id, quota.id, case when i % 4 = 0 or i > cardinality(ids) then null else ids[i] end,
       case when i % 4 = 0 or i > cardinality(ids) then ${fullName} end, ${fullName}, case when i % 10 = 0 then 'waiting' else 'confirmed' end, ${time}
     from quota, people, generate_series(1, $1::int) i`,
  ],
  [
    "assembly_attendances",
    `with assembly as (insert into assemblies (id, title, day, place, max_proxies) values
         ('${benchAssembly}', '{"fr":"Assemblée ordinaire"}', current_date, 'Salle des fêtes', 2) returning id),
       members as (select user_id, row_number() over (order by id) as i from memberships
         where status = 'active' and start_date <= current_date and valid_until >= current_date)
     insert into assembly_attendances (assembly_id, user_id, kind, created_at)
     select assembly.id, user_id, 'present', ${time} from assembly, members where i <= $1::int / 10`,
  ],
  [
    "expense_claims",
    `with people as (select array_agg(id) as ids from (select id from users where role = 'VOLUNTEER' order by created_at limit 5000) chosen)
     insert into expense_claims (user_id, spent_on, kind, reason, vehicle, kilometres, milli_euros, amount_cents, waiver, waived_at, status, decider_id, decided_at)
     select ids[1 + i % cardinality(ids)], date '2025-11-01' - (i % 600), 'journey', case when i % 4 = 0 then 'Collecte' else 'motif' || i / 10 || 'x' end,
       'car_5', 10 + i % 90, 600, (10 + i % 90) * 60, 'Je renonce.', ${time}, case when i % 50 = 0 then 'sent' else 'accepted' end,
       case when i % 50 > 0 then '${actorId}'::uuid end, case when i % 50 > 0 then now() end from people, generate_series(1, $1::int) i`,
  ],
  [
    "gifts_in_kind",
    `insert into gifts_in_kind (received_on, category, description, name, email, locale)
     select date '2026-03-01' - i % 900, (array['clothing','food','hygiene','furniture','toys'])[1 + i % 5], ${title} || ' de manteaux', ${fullName},
       'p' || i || '@exemple.org', 'fr' from generate_series(1, $1::int) i`,
  ],
  // One half is over, the other is to come.
  [
    "events",
    `insert into events (title, type, status, starts_at, ends_at, place_name, place_address)
     select jsonb_build_object('fr', ${title} || ' motif' || i / 10 || 'x'), 'other', case when i % 50 = 0 then 'draft' else 'published' end,
       start, start + interval '2 hours', 'Local', '12 rue des Maillons'
     from (select i, now() + (i - $1::int / 2) * interval '20 minutes' as start from generate_series(1, $1::int) i) made`,
  ],
  [
    "newsletter_subscribers",
    `insert into newsletter_subscribers (email, locale, text_version, requested_at, confirmed_at, withdrawn_at)
     select lower(${lastName}) || i || '@exemple.net', case when i % 10 = 0 then 'en' else 'fr' end, 1, ${time}, ${time},
       case when i % 50 = 0 then now() end from generate_series(1, $1::int) i`,
  ],
];

/** The tables that have all of the rows; the others have a tenth. */
const longest = ["audit_log", "volunteer_hours"];

/** Fills every list of a database: `rows` rows of the log and of hours, and a tenth of that, or the same up to a thousand, of everything else. */
export async function fillLists(url: string, { rows, actorId }: Seed): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query("set session_replication_role = replica");
    for (const [table, statement] of seeds(actorId)) {
      const count = longest.includes(table) ? rows : Math.max(1_000, rows / 10);
      const { rows: indexes } = await client.query<{ name: string; definition: string }>(
        "select indexname as name, indexdef as definition from pg_indexes where tablename = $1 and indexname like '%_searched'",
        [table],
      );
      // Created again afterwards, which is quicker than row by row.
      for (const { name } of indexes) await client.query(`drop index ${name}`);
      await client.query(statement, [count]);
      for (const { definition } of indexes) await client.query(definition);
      await client.query(`vacuum analyze ${table}`);
    }
  } finally {
    await client.end();
  }
}
