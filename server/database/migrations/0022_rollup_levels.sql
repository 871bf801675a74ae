DROP TABLE "telemetry_rollup";--> statement-breakpoint
CREATE TABLE "telemetry_rollup" (
	"device_number" integer NOT NULL,
	"key_id" integer NOT NULL,
	"minutes" smallint NOT NULL,
	"ts" bigint NOT NULL,
	"points" integer NOT NULL,
	"is_parted" boolean NOT NULL,
	"high" double precision NOT NULL,
	"low" double precision NOT NULL,
	"magnitude" double precision NOT NULL,
	"first" double precision NOT NULL,
	"last" double precision NOT NULL,
	"lowest" double precision NOT NULL,
	"highest" double precision NOT NULL,
	"first_at" integer NOT NULL,
	"last_at" integer NOT NULL,
	"lowest_at" integer NOT NULL,
	"highest_at" integer NOT NULL,
	"events" integer NOT NULL,
	CONSTRAINT "telemetry_rollup_device_number_key_id_minutes_ts_pk" PRIMARY KEY("device_number","key_id","minutes","ts")
) PARTITION BY LIST ("minutes");--> statement-breakpoint
CREATE TABLE "telemetry_rollup_60" PARTITION OF "telemetry_rollup" FOR VALUES IN (60);--> statement-breakpoint
CREATE TABLE "telemetry_rollup_15" PARTITION OF "telemetry_rollup" FOR VALUES IN (15);--> statement-breakpoint
CREATE TABLE "telemetry_rollup_5" PARTITION OF "telemetry_rollup" FOR VALUES IN (5);--> statement-breakpoint
CREATE TABLE "telemetry_rollup_1" PARTITION OF "telemetry_rollup" FOR VALUES IN (1);
