CREATE TABLE "usual_series" (
	"device_number" integer NOT NULL,
	"key_id" integer NOT NULL,
	"zone" text NOT NULL,
	"state" "bytea" NOT NULL,
	"learned_to" bigint NOT NULL,
	"accepted" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"judging" jsonb,
	"unusual_since" bigint,
	"value" double precision,
	CONSTRAINT "usual_series_device_number_key_id_pk" PRIMARY KEY("device_number","key_id")
);
--> statement-breakpoint
CREATE INDEX "usual_series_unusual" ON "usual_series" USING btree ("device_number") WHERE "usual_series"."unusual_since" is not null;