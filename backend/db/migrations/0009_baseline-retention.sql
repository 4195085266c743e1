INSERT INTO retention_policies (data_kind, months, days) VALUES
  ('beneficiary_account', 24, 0), ('volunteer_account', 36, 0), ('donor_account', 36, 0), ('verification_chats', 24, 0), ('memberships', 120, 0),
  ('papers', 0, 30), ('registration_drafts', 0, 30), ('invitations', 12, 0), ('sessions', 0, 1), ('access_logs', 12, 0), ('searches', 6, 0),
  ('messages', 36, 0), ('applications', 24, 0), ('data_requests', 36, 0), ('mails', 0, 30), ('mail_links', 0, 30),
  ('promises', 36, 0), ('receipts', 72, 0), ('accounting', 120, 0),
  ('declined_testimonials', 0, 30), ('withdrawn_testimonials', 0, 30), ('unused_testimonials', 12, 0);
