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
ALTER TABLE "mail" ADD COLUMN "delivery_id" uuid;--> statement-breakpoint
ALTER TABLE "notification_channel" ADD CONSTRAINT "notification_channel_organisation_id_organisation_id_fk" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisation"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_delivery" ADD CONSTRAINT "notification_delivery_organisation_id_organisation_id_fk" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisation"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_delivery" ADD CONSTRAINT "notification_delivery_channel_id_notification_channel_id_fk" FOREIGN KEY ("channel_id") REFERENCES "public"."notification_channel"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_group" ADD CONSTRAINT "notification_group_organisation_id_organisation_id_fk" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisation"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_thread" ADD CONSTRAINT "notification_thread_organisation_id_organisation_id_fk" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisation"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "notification_delivery_organisation_id_id_index" ON "notification_delivery" USING btree ("organisation_id","id");--> statement-breakpoint
CREATE INDEX "notification_delivery_channel_id_index" ON "notification_delivery" USING btree ("channel_id");--> statement-breakpoint
CREATE INDEX "notification_delivery_created_at_index" ON "notification_delivery" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "notification_delivery_next_try_at_index" ON "notification_delivery" USING btree ("next_try_at") WHERE "notification_delivery"."next_try_at" is not null;--> statement-breakpoint
CREATE INDEX "notification_group_due_at_index" ON "notification_group" USING btree ("due_at") WHERE "notification_group"."due_at" is not null;--> statement-breakpoint
CREATE INDEX "notification_thread_alarm_id_index" ON "notification_thread" USING btree ("alarm_id");