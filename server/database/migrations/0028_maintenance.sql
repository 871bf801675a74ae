CREATE TABLE "maintenance_period" (
	"id" uuid PRIMARY KEY NOT NULL,
	"window_id" uuid NOT NULL,
	"organisation_id" uuid NOT NULL,
	"title" text NOT NULL,
	"target_kind" text NOT NULL,
	"target_value" text,
	"starts_at" bigint NOT NULL,
	"ends_at" bigint NOT NULL,
	"due_at" bigint
);
--> statement-breakpoint
CREATE TABLE "maintenance_window" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organisation_id" uuid NOT NULL,
	"title" text NOT NULL,
	"target_kind" text NOT NULL,
	"target_value" text,
	"target_name" text,
	"reason" text NOT NULL,
	"start" text NOT NULL,
	"zone" text NOT NULL,
	"minutes" integer NOT NULL,
	"rrule" text,
	"created_by" text NOT NULL,
	"created_at" bigint NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "notification_thread" ADD COLUMN "back_from" text;--> statement-breakpoint
ALTER TABLE "maintenance_period" ADD CONSTRAINT "maintenance_period_organisation_id_organisation_id_fk" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisation"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "maintenance_window" ADD CONSTRAINT "maintenance_window_organisation_id_organisation_id_fk" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisation"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "maintenance_period_organisation_id_ends_at_index" ON "maintenance_period" USING btree ("organisation_id","ends_at");--> statement-breakpoint
CREATE INDEX "maintenance_period_window_id_index" ON "maintenance_period" USING btree ("window_id");--> statement-breakpoint
CREATE INDEX "maintenance_period_due_at_index" ON "maintenance_period" USING btree ("due_at") WHERE "maintenance_period"."due_at" is not null;--> statement-breakpoint
CREATE INDEX "maintenance_window_organisation_id_index" ON "maintenance_window" USING btree ("organisation_id");