CREATE TABLE "telemetry_block" (
	"device_number" integer NOT NULL,
	"key_id" integer NOT NULL,
	"ts" bigint NOT NULL,
	"minutes" smallint NOT NULL,
	"points" integer NOT NULL,
	"first_at" integer NOT NULL,
	"last_at" integer NOT NULL,
	"step" integer,
	"at" integer[],
	"numbers" double precision[] NOT NULL,
	"kind" smallint DEFAULT 0 NOT NULL,
	"kinds" smallint[],
	CONSTRAINT "telemetry_block_device_number_key_id_ts_pk" PRIMARY KEY("device_number","key_id","ts")
);
