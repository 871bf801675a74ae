CREATE TABLE "alarm" (
	"id" uuid PRIMARY KEY NOT NULL,
	"device_id" uuid NOT NULL,
	"device_number" integer NOT NULL,
	"key_id" integer NOT NULL,
	"kind" text NOT NULL,
	"state" jsonb NOT NULL,
	"threshold" jsonb NOT NULL,
	"standing" text NOT NULL,
	"severity" text,
	"is_resting" boolean NOT NULL,
	"is_flapping" boolean DEFAULT false NOT NULL,
	"changes" text DEFAULT '' NOT NULL,
	"occurrence_id" uuid,
	"due_at" bigint,
	"changed_at" bigint NOT NULL,
	"urgency" bigint NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "alarm_deviceNumber_keyId_kind_unique" UNIQUE("device_number","key_id","kind")
);
--> statement-breakpoint
CREATE TABLE "alarm_journal" (
	"id" uuid NOT NULL,
	"alarm_id" uuid NOT NULL,
	"occurrence_id" uuid,
	"at" bigint NOT NULL,
	"kind" text NOT NULL,
	"severity" text,
	"value" double precision,
	"by" text,
	"note" text,
	"until" bigint,
	"version" integer NOT NULL,
	CONSTRAINT "alarm_journal_alarm_id_id_pk" PRIMARY KEY("alarm_id","id")
);
--> statement-breakpoint
CREATE TABLE "alarm_occurrence" (
	"id" uuid NOT NULL,
	"alarm_id" uuid NOT NULL,
	"severity" text NOT NULL,
	"raised_at" bigint NOT NULL,
	"returned_at" bigint,
	"acknowledged_at" bigint,
	"acknowledged_by" text,
	"ended_at" bigint,
	"ended_by" text,
	"value" double precision,
	"peak" double precision,
	"peak_at" bigint,
	CONSTRAINT "alarm_occurrence_alarm_id_id_pk" PRIMARY KEY("alarm_id","id")
);
--> statement-breakpoint
CREATE TABLE "notification_channel" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organisation_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"address" text NOT NULL,
	"secret" text,
	CONSTRAINT "notification_channel_organisationId_kind_address_unique" UNIQUE("organisation_id","kind","address")
);
--> statement-breakpoint
CREATE TABLE "notification_delivery" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organisation_id" uuid NOT NULL,
	"channel_id" uuid NOT NULL,
	"route" text NOT NULL,
	"step" smallint NOT NULL,
	"key" text NOT NULL,
	"message" jsonb NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_try_at" bigint,
	"leased_until" bigint,
	"last_error" text,
	"created_at" bigint NOT NULL,
	"settled_at" bigint,
	CONSTRAINT "notification_delivery_key_unique" UNIQUE("key")
);
--> statement-breakpoint
CREATE TABLE "notification_entry" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "notification_entry_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"alarm_ids" uuid[] NOT NULL,
	"occurrence_ids" uuid[] NOT NULL,
	"kinds" text[] NOT NULL
);
--> statement-breakpoint
CREATE TABLE "notification_group" (
	"organisation_id" uuid NOT NULL,
	"route" text NOT NULL,
	"step" smallint NOT NULL,
	"due_at" bigint,
	"since" bigint,
	"told_at" bigint,
	CONSTRAINT "notification_group_organisation_id_route_step_pk" PRIMARY KEY("organisation_id","route","step")
);
--> statement-breakpoint
CREATE TABLE "notification_thread" (
	"organisation_id" uuid NOT NULL,
	"route" text NOT NULL,
	"step" smallint NOT NULL,
	"subject_id" uuid NOT NULL,
	"about" text NOT NULL,
	"alarm_id" uuid NOT NULL,
	"created_at" bigint NOT NULL,
	"arrived_at" bigint NOT NULL,
	"due_at" bigint,
	"back_at" bigint,
	"told_to" uuid[] DEFAULT '{}' NOT NULL,
	"told_severity" text,
	"told_at" bigint,
	"facts" jsonb NOT NULL,
	CONSTRAINT "notification_thread_organisation_id_route_step_subject_id_pk" PRIMARY KEY("organisation_id","route","step","subject_id")
);
--> statement-breakpoint
CREATE TABLE "threshold_change" (
	"id" uuid PRIMARY KEY NOT NULL,
	"entity_type" text NOT NULL,
	"entity_id" uuid NOT NULL,
	"changed_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "threshold_revision" (
	"id" smallint PRIMARY KEY NOT NULL,
	"revision" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "wall_link" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organisation_id" uuid NOT NULL,
	"wall" text NOT NULL,
	"name" text NOT NULL,
	"hash" text NOT NULL,
	"issued_by" text NOT NULL,
	"last_seen_at" bigint,
	"revoked_at" bigint,
	"created_at" bigint NOT NULL,
	CONSTRAINT "wall_link_hash_unique" UNIQUE("hash")
);
--> statement-breakpoint
ALTER TABLE "session" ALTER COLUMN "user_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "mail" ADD COLUMN "delivery_id" uuid;--> statement-breakpoint
ALTER TABLE "session" ADD COLUMN "wall_link_id" uuid;--> statement-breakpoint
ALTER TABLE "alarm" ADD CONSTRAINT "alarm_key_id_telemetry_key_id_fk" FOREIGN KEY ("key_id") REFERENCES "public"."telemetry_key"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_channel" ADD CONSTRAINT "notification_channel_organisation_id_organisation_id_fk" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisation"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_delivery" ADD CONSTRAINT "notification_delivery_organisation_id_organisation_id_fk" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisation"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_delivery" ADD CONSTRAINT "notification_delivery_channel_id_notification_channel_id_fk" FOREIGN KEY ("channel_id") REFERENCES "public"."notification_channel"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_group" ADD CONSTRAINT "notification_group_organisation_id_organisation_id_fk" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisation"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_thread" ADD CONSTRAINT "notification_thread_organisation_id_organisation_id_fk" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisation"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wall_link" ADD CONSTRAINT "wall_link_organisation_id_organisation_id_fk" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisation"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "alarm_due_at_index" ON "alarm" USING btree ("due_at") WHERE "alarm"."due_at" is not null;--> statement-breakpoint
CREATE INDEX "alarm_busy" ON "alarm" USING btree ("device_number") WHERE not "alarm"."is_resting";--> statement-breakpoint
CREATE INDEX "alarm_urgency_id_index" ON "alarm" USING btree ("urgency","id") WHERE "alarm"."standing" <> 'normal';--> statement-breakpoint
CREATE UNIQUE INDEX "alarm_occurrence_open" ON "alarm_occurrence" USING btree ("alarm_id") WHERE "alarm_occurrence"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "alarm_occurrence_raised_at_index" ON "alarm_occurrence" USING brin ("raised_at");--> statement-breakpoint
CREATE INDEX "notification_delivery_organisation_id_id_index" ON "notification_delivery" USING btree ("organisation_id","id");--> statement-breakpoint
CREATE INDEX "notification_delivery_channel_id_index" ON "notification_delivery" USING btree ("channel_id");--> statement-breakpoint
CREATE INDEX "notification_delivery_created_at_index" ON "notification_delivery" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "notification_delivery_next_try_at_index" ON "notification_delivery" USING btree ("next_try_at") WHERE "notification_delivery"."next_try_at" is not null;--> statement-breakpoint
CREATE INDEX "notification_group_due_at_index" ON "notification_group" USING btree ("due_at") WHERE "notification_group"."due_at" is not null;--> statement-breakpoint
CREATE INDEX "notification_thread_alarm_id_index" ON "notification_thread" USING btree ("alarm_id");--> statement-breakpoint
CREATE INDEX "wall_link_organisation_id_index" ON "wall_link" USING btree ("organisation_id");--> statement-breakpoint
ALTER TABLE "session" ADD CONSTRAINT "session_wall_link_id_wall_link_id_fk" FOREIGN KEY ("wall_link_id") REFERENCES "public"."wall_link"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "session_wall_link_id_index" ON "session" USING btree ("wall_link_id");--> statement-breakpoint
ALTER TABLE "session" ADD CONSTRAINT "session_holder" CHECK (num_nonnulls("session"."user_id", "session"."wall_link_id") = 1);