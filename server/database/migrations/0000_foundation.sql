CREATE TABLE "attribute" (
	"id" uuid PRIMARY KEY NOT NULL,
	"entity_type" text NOT NULL,
	"entity_id" uuid NOT NULL,
	"scope" smallint NOT NULL,
	"key" text NOT NULL,
	"bool_v" boolean,
	"str_v" text,
	"long_v" bigint,
	"dbl_v" double precision,
	"json_v" jsonb,
	"last_update_ts" bigint NOT NULL,
	"organisation_id" uuid,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "attribute_entityType_entityId_scope_key_unique" UNIQUE("entity_type","entity_id","scope","key"),
	CONSTRAINT "attribute_scope" CHECK ("attribute"."scope" in (0, 1, 2))
);
--> statement-breakpoint
CREATE TABLE "customer" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organisation_id" uuid NOT NULL,
	"title" text,
	"email" text NOT NULL,
	"created_at" bigint NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "device" (
	"id" uuid PRIMARY KEY NOT NULL,
	"number" integer GENERATED ALWAYS AS IDENTITY (sequence name "device_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"organisation_id" uuid NOT NULL,
	"customer_id" uuid,
	"name" text NOT NULL,
	"type" text,
	"label" text,
	"additional_info" jsonb,
	"device_data" jsonb,
	"firmware_id" uuid,
	"software_id" uuid,
	"external_id" uuid,
	"device_profile_id" uuid,
	"created_at" bigint NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "device_number_unique" UNIQUE("number")
);
--> statement-breakpoint
CREATE TABLE "device_credentials" (
	"id" uuid PRIMARY KEY NOT NULL,
	"device_id" uuid NOT NULL,
	"credentials_type" text DEFAULT 'ACCESS_TOKEN' NOT NULL,
	"credentials_value" text NOT NULL,
	"created_at" bigint NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "device_credentials_deviceId_unique" UNIQUE("device_id"),
	CONSTRAINT "device_credentials_credentialsValue_unique" UNIQUE("credentials_value")
);
--> statement-breakpoint
CREATE TABLE "latest" (
	"device_number" integer NOT NULL,
	"key_id" integer NOT NULL,
	"ts" bigint NOT NULL,
	"received_at" bigint NOT NULL,
	"value" double precision NOT NULL,
	"kind" smallint DEFAULT 0 NOT NULL,
	"text" text,
	CONSTRAINT "latest_device_number_key_id_pk" PRIMARY KEY("device_number","key_id")
);
--> statement-breakpoint
CREATE TABLE "organisation" (
	"id" uuid PRIMARY KEY NOT NULL,
	"title" text NOT NULL,
	"email" text DEFAULT '' NOT NULL,
	"phone" text DEFAULT '' NOT NULL,
	"created_at" bigint NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "session" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"created_at" bigint NOT NULL,
	"ended_at" bigint
);
--> statement-breakpoint
CREATE TABLE "telemetry" (
	"device_number" integer NOT NULL,
	"key_id" integer NOT NULL,
	"ts" bigint NOT NULL,
	"value" double precision NOT NULL,
	"kind" smallint DEFAULT 0 NOT NULL,
	"text" text,
	CONSTRAINT "telemetry_device_number_key_id_ts_pk" PRIMARY KEY("device_number","key_id","ts") INCLUDE ("value")
);
--> statement-breakpoint
CREATE TABLE "telemetry_key" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "telemetry_key_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	CONSTRAINT "telemetry_key_name_unique" UNIQUE("name")
);
--> statement-breakpoint
CREATE TABLE "token" (
	"hash" text PRIMARY KEY NOT NULL,
	"session_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"expires_at" bigint NOT NULL,
	"rotated_at" bigint
);
--> statement-breakpoint
CREATE TABLE "user" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"password_hash" text NOT NULL,
	"name" text,
	"authority" text NOT NULL,
	"organisation_id" uuid,
	"customer_id" uuid,
	"user_deleted" boolean DEFAULT false NOT NULL,
	"last_login" bigint,
	"created_at" bigint NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "user_email_unique" UNIQUE("email")
);
--> statement-breakpoint
ALTER TABLE "customer" ADD CONSTRAINT "customer_organisation_id_organisation_id_fk" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisation"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device" ADD CONSTRAINT "device_organisation_id_organisation_id_fk" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisation"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device" ADD CONSTRAINT "device_customer_id_customer_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customer"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_credentials" ADD CONSTRAINT "device_credentials_device_id_device_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."device"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "session" ADD CONSTRAINT "session_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "token" ADD CONSTRAINT "token_session_id_session_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."session"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user" ADD CONSTRAINT "user_organisation_id_organisation_id_fk" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisation"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user" ADD CONSTRAINT "user_customer_id_customer_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customer"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "customer_organisation_id_index" ON "customer" USING btree ("organisation_id");--> statement-breakpoint
CREATE INDEX "device_organisation_id_index" ON "device" USING btree ("organisation_id");--> statement-breakpoint
CREATE INDEX "device_customer_id_index" ON "device" USING btree ("customer_id");--> statement-breakpoint
CREATE INDEX "session_user_id_index" ON "session" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "token_session_id_index" ON "token" USING btree ("session_id");--> statement-breakpoint
CREATE INDEX "token_expires_at_index" ON "token" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "user_organisation_id_index" ON "user" USING btree ("organisation_id");--> statement-breakpoint
-- Index-only scans need a settled visibility map soon after the rows came in, however large the table is.
ALTER TABLE "telemetry" SET (autovacuum_vacuum_insert_scale_factor = 0, autovacuum_vacuum_insert_threshold = 100000);--> statement-breakpoint
-- Each row is updated at every message: leave room on its page.
ALTER TABLE "latest" SET (fillfactor = 50);
