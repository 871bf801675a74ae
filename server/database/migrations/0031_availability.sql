-- The rule `latenessOf` of the contract, and `dataFrom` of a day.
CREATE FUNCTION data_of(times int4multirange) RETURNS int4multirange LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
	steps integer;
	silences integer;
	place integer;
	usual integer;
BEGIN
	SELECT sum((upper(run) - lower(run) - 90000) / 90000), count(*) - 1 INTO steps, silences FROM unnest(times) AS run;
	place := (3 * (steps + silences) + 3) / 4 - steps;
	IF steps + silences < 3 OR place < 1 THEN RETURN times; END IF;
	SELECT silence INTO usual FROM (
		SELECT lower(run) - lag(upper(run)) OVER (ORDER BY run) + 90000 AS silence FROM unnest(times) AS run
	) AS neighbour
	WHERE silence IS NOT NULL ORDER BY silence OFFSET place - 1 LIMIT 1;
	RETURN (SELECT range_agg(int4range(lower(run), upper(run) - 90000 + 3 * usual)) FROM unnest(times) AS run);
END $$;
--> statement-breakpoint
CREATE TABLE "availability_goal" (
	"organisation_id" uuid PRIMARY KEY NOT NULL,
	"goal" double precision,
	"labels" jsonb NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "data_day" (
	"device_number" integer NOT NULL,
	"day" bigint NOT NULL,
	"times" "int4multirange" NOT NULL,
	"data" "int4multirange" GENERATED ALWAYS AS (data_of(times)) STORED NOT NULL,
	CONSTRAINT "data_day_device_number_day_pk" PRIMARY KEY("device_number","day")
);
--> statement-breakpoint
ALTER TABLE "availability_goal" ADD CONSTRAINT "availability_goal_organisation_id_organisation_id_fk" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisation"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "data_day" SET (fillfactor = 50);--> statement-breakpoint
INSERT INTO "data_day" ("device_number", "day", "times")
SELECT device_number, ts - ts % 86400000, range_agg(int4range((ts % 86400000)::int4, (ts % 86400000)::int4 + 90000))
FROM (
	SELECT device_number, ts FROM telemetry
	UNION ALL
	SELECT device_number, block.ts + coalesce(point.at, first_at + (place - 1) * step)
	FROM telemetry_block AS block, unnest(at, numbers) WITH ORDINALITY AS point (at, number, place)
) AS point
WHERE ts >= 631152000000
GROUP BY 1, 2;
