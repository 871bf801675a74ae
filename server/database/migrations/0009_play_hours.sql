CREATE TABLE "play_hour" (
	"device_number" integer NOT NULL,
	"hour" bigint NOT NULL,
	"asset_id" uuid NOT NULL,
	"whole" integer NOT NULL,
	"broken_off" integer NOT NULL,
	"seconds" double precision NOT NULL,
	"first" bigint NOT NULL,
	"last" bigint NOT NULL,
	CONSTRAINT "play_hour_device_number_hour_asset_id_pk" PRIMARY KEY("device_number","hour","asset_id")
);
--> statement-breakpoint
INSERT INTO "play_hour" ("device_number", "hour", "asset_id", "whole", "broken_off", "seconds", "first", "last")
SELECT device_number, ts - ts % 3600000, (play->>'assetId')::uuid,
	count(*) FILTER (WHERE play->'whole' = 'true'), count(*) FILTER (WHERE play->'whole' = 'false'),
	sum((play->'seconds')::float8), min(ts), max(ts)
FROM (
	SELECT device_number, ts, text::jsonb AS play FROM telemetry
	WHERE key_id = (SELECT id FROM telemetry_key WHERE name = 'played') AND kind = 4
	OFFSET 0
) AS point
WHERE play->>'assetId' ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' AND play @? 'strict $ ? (
	@.name.type() == "string" && @.seconds >= 0 && @.seconds <= 86400
	&& @.whole.type() == "boolean" && @.revision.type() == "number")'
GROUP BY 1, 2, 3;
