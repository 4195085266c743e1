DROP INDEX "verification_chats_inbox";--> statement-breakpoint
DROP INDEX "verification_chats_turn";--> statement-breakpoint
DROP INDEX "verification_chats_age";--> statement-breakpoint
ALTER TABLE "verification_chats" ADD COLUMN "waiting_since" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "verification_chats_waiting" ON "verification_chats" USING btree ("waiting_since") WHERE "verification_chats"."status" = 'waiting_staff';--> statement-breakpoint
CREATE INDEX "verification_chats_inbox" ON "verification_chats" USING btree ("status",(coalesce("waiting_since", "last_message_at")),"id");--> statement-breakpoint
CREATE INDEX "verification_chats_turn" ON "verification_chats" USING btree ((case "status" when 'waiting_staff' then 1 when 'open' then 2 when 'waiting_user' then 3 else 4 end),(coalesce("waiting_since", "last_message_at")),"id");--> statement-breakpoint
CREATE INDEX "verification_chats_age" ON "verification_chats" USING btree ((coalesce("waiting_since", "last_message_at")),"id");--> statement-breakpoint
-- Who writes again while it is the team's turn keeps the place of their first message; an answer, or the end of the chat, ends the wait.
CREATE FUNCTION keep_chat_waiting_since() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.waiting_since := CASE WHEN NEW.status = 'waiting_staff' THEN coalesce(NEW.waiting_since, NEW.last_message_at) END;
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER verification_chats_waiting_since BEFORE INSERT OR UPDATE ON verification_chats
  FOR EACH ROW EXECUTE FUNCTION keep_chat_waiting_since();--> statement-breakpoint
-- Chats that wait already, since the first message of the person after the last answer.
UPDATE verification_chats chat SET waiting_since = coalesce(
  (SELECT min(asked.at) FROM verification_messages asked WHERE asked.chat_id = chat.id AND asked.from_id = chat.user_id AND asked.at > coalesce(
    (SELECT max(answer.at) FROM verification_messages answer
      WHERE answer.chat_id = chat.id AND answer.from_id <> chat.user_id AND NOT answer.internal), '-infinity')),
  chat.last_message_at)
WHERE chat.status = 'waiting_staff';
