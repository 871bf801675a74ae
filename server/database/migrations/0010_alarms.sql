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
	"id" uuid PRIMARY KEY NOT NULL,
	"alarm_id" uuid NOT NULL,
	"occurrence_id" uuid,
	"at" bigint NOT NULL,
	"kind" text NOT NULL,
	"severity" text,
	"value" double precision,
	"by" text,
	"note" text,
	"until" bigint,
	"version" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "alarm_occurrence" (
	"id" uuid PRIMARY KEY NOT NULL,
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
	"peak_at" bigint
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
ALTER TABLE "alarm" ADD CONSTRAINT "alarm_key_id_telemetry_key_id_fk" FOREIGN KEY ("key_id") REFERENCES "public"."telemetry_key"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alarm_journal" ADD CONSTRAINT "alarm_journal_alarm_id_alarm_id_fk" FOREIGN KEY ("alarm_id") REFERENCES "public"."alarm"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alarm_occurrence" ADD CONSTRAINT "alarm_occurrence_alarm_id_alarm_id_fk" FOREIGN KEY ("alarm_id") REFERENCES "public"."alarm"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "alarm_device_id_index" ON "alarm" USING btree ("device_id");--> statement-breakpoint
CREATE INDEX "alarm_due_at_index" ON "alarm" USING btree ("due_at") WHERE "alarm"."due_at" is not null;--> statement-breakpoint
CREATE INDEX "alarm_busy" ON "alarm" USING btree ("device_number") WHERE not "alarm"."is_resting";--> statement-breakpoint
CREATE INDEX "alarm_urgency_id_index" ON "alarm" USING btree ("urgency","id") WHERE "alarm"."standing" <> 'normal';--> statement-breakpoint
CREATE INDEX "alarm_journal_alarm_id_id_index" ON "alarm_journal" USING btree ("alarm_id","id");--> statement-breakpoint
CREATE INDEX "alarm_journal_at_index" ON "alarm_journal" USING btree ("at");--> statement-breakpoint
CREATE UNIQUE INDEX "alarm_occurrence_open" ON "alarm_occurrence" USING btree ("alarm_id") WHERE "alarm_occurrence"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "alarm_occurrence_alarm_id_id_index" ON "alarm_occurrence" USING btree ("alarm_id","id");--> statement-breakpoint
CREATE INDEX "alarm_occurrence_raised_at_index" ON "alarm_occurrence" USING btree ("raised_at");