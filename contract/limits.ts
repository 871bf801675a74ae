/**
 * The numbers of the specification, and ours where it gives none. Each number stands only here. Durations are in
 * milliseconds unless the name says otherwise.
 */
const SECOND = 1000

export const TITLE = 'Pulsewall'
/** Everybody knows it, so it is for accounts of the demo alone. */
export const DEMO_PASSWORD = 'pulsewall-demo'

export const CHART_POINT_LIMIT = 1000
export const CHART_HEIGHT_PX = 290
export const CHART_DECIMALS = 4
/** More lines in one drawing can't be told apart. */
export const COMPARED_SERIES_LIMIT = 6
/** One axis on each side of the drawing. */
export const COMPARED_UNITS_LIMIT = 2
export const TILE_DECIMALS = 2
export const ZOOM_WHEEL_STEP = 0.1
export const LIVE_UPDATE_PERIOD = 60 * SECOND
export const TILE_CHECK_PERIOD = 60 * SECOND
export const TILE_REFETCH_MINUTES = 10
export const EVENT_THRESHOLD = 0.003
export const DEFAULT_START_DAYS_BACK = 2
export const WINDOW_MINUTES = [10, 30, 60, 1440] as const
export const DEFAULT_WINDOW_MINUTES = 30
export const DAY_WINDOW_MINUTES = 1440
export const MIN_WINDOW_MINUTES = 1
/** About two years: longer buckets are of no use in a chart. */
export const MAX_WINDOW_MINUTES = 1_000_000
export const AXIS_DAY_UNIT_OVER_DAYS = 30
export const AXIS_HOUR_UNIT_OVER_DAYS = 7

export const VERIFICATION_REDIRECT_SECONDS = 3

/** A value is late when it arrived longer ago than this. `config.json` may set another limit. */
export const LATE_AFTER = 90 * SECOND

/** How far the clock of a device or of the viewer may be ahead before its times count as wrong. */
export const CLOCK_TOLERANCE = 60 * SECOND

/**
 * A value that was measured longer before its arrival is history, and raises no alarm. Devices may hold values back for
 * as long as this, and their clocks may be wrong by a zone.
 */
export const HISTORY_AFTER = 24 * 60 * 60 * SECOND

export const KEY_LENGTH = 255
export const TEXT_VALUE_LENGTH = 10_000
export const JSON_DEPTH = 20
export const KEYS_PER_QUERY = 100
export const BODY_BYTES = 1024 * 1024
export const DEVICE_BODY_BYTES = 1024 * 1024
export const POINTS_PER_MESSAGE = 10_000
/** The most telemetry keys that a device ever sends. */
export const KEYS_OF_DEVICE = 2_000
export const ATTRIBUTES_PER_MESSAGE = 1_000
/**
 * How many attributes an entity has at most, and their bytes together. What a device writes itself is counted apart
 * from what people write, so that it can't keep them from writing.
 */
export const ATTRIBUTES_OF_ENTITY = 1_000
export const ATTRIBUTES_BYTES = 2 * 1024 * 1024
export const PASSWORD_LENGTH = 256
export const PASSWORD_LENGTH_MIN = 8
export const EMAIL_LENGTH = 254
/** The limit for a name, a title or a line of an address. */
export const NAME_LENGTH = 255
export const WALL_NAME_LENGTH = 80
/** Of the wall links of an organisation, those that work. */
export const MOST_WALL_LINKS = 200
/** How many versions of a wall are kept, and of all walls of an organisation; of these, the most bytes. */
export const WALL_VERSIONS = 20
export const MOST_WALL_VERSIONS = 500
export const WALL_VERSIONS_BYTES = 8 * 1024 * 1024
/** Of a picture on a wall, the most bytes and pixels; of an organisation, the most pictures. */
export const PICTURE_BYTES = 10 * 1024 * 1024
export const PICTURE_PIXELS = 40_000_000
export const MOST_PICTURES = 100
/** Of an SVG. It counts as many elements as it draws, with those that it repeats; in one that moves they are drawn each time. */
export const SVG_BYTES = 2 * 1024 * 1024
export const SVG_SIDE = 1_000_000
export const SVG_ELEMENTS = 30_000
export const SVG_MOVING_ELEMENTS = 3_000
/** Of the API keys of an organisation or of the system, those that nobody has revoked. */
export const MOST_API_KEYS = 200
/** Of the provisioning profiles of an organisation. */
export const MOST_PROVISIONING_PROFILES = 200
/** How long an API key works at most, in days: a year, even from one end of a day to the other of a leap year's. */
export const API_KEY_DAYS = 366
/** How many browsers of a person alarms are pushed to. */
export const MOST_PUSH_SUBSCRIPTIONS = 20
/** How long the link of a mail acknowledges its alarm, in days. */
export const ALARM_LINK_DAYS = 7
/** The limit for a text of several lines. */
export const TEXT_LENGTH = 10_000
export const LIST_PAGE_LENGTH = 500
/** The most devices in one call of an import. */
export const IMPORT_BATCH_LENGTH = 200
export const CREDENTIALS_LENGTH_MIN = 20
export const AUDIT_PAGE_LENGTH = 100

/**
 * From the start of 1970 to the start of 2100. A timestamp outside is a mistake, such as microseconds in place of
 * milliseconds or a broken clock.
 */
export const MIN_TS = 0
export const MAX_TS = 4_102_444_800_000
/**
 * The start of 1990. No clock that is set shows an earlier time, and seconds since 1970 read as milliseconds are
 * earlier.
 */
export const CLOCKS_SET_SINCE = 631_152_000_000
export const SERIES_LIMIT_MAX = 10_000
/** The most points of all keys in one answer. */
export const SERIES_POINTS = 100_000
/** The most bytes of texts and JSON in one answer of points, which then has fewer of them. */
export const ANSWER_TEXT_BYTES = 2 * 1024 * 1024
/** Answers about many devices hold the beginning of longer texts and JSON, as a text that ends with an ellipsis. */
export const SHORT_TEXT_LENGTH = 500
/** The most rows of a list without pages, and the most devices of one call. */
export const LIST_LENGTH = 20_000
/** The most latest values in one answer. */
export const LATEST_VALUES = 200_000
/** The most bytes of the attributes of many devices in one answer. */
export const MANY_ATTRIBUTES_BYTES = 16 * 1024 * 1024
/** The most small charts in one call, as many as a page of a wall has, and the most points of each. */
export const SPARKLINES_PER_QUERY = 1000
/** Devices whose latest values are asked for by name in one call. */
export const LATEST_DEVICES_PER_QUERY = 200
export const SPARKLINE_POINTS = 200
/** The longest range of which small charts are told what is usual. */
export const USUAL_SPARKLINE_HOURS = 24

/** A page of more asks for them once it is told what happens to them, and not before as well. */
export const OPENING_DEVICES = 1000

export const LIVE_SUBSCRIPTION_DEVICES = 10_000
export const LIVE_MESSAGE_BYTES = 64 * 1024
/** Must fit into `LIVE_MESSAGE_BYTES`: each id takes 36 characters, two quotes and a comma. */
export const LIVE_DEVICES_PER_MESSAGE = 1600
/** Of the statistics that a socket watches; a dashboard shows those of one series. */
export const LIVE_STATISTICS_SERIES = 10
/** Both together are how long a cut goes unnoticed: at most 5 s. */
export const LIVE_PING_INTERVAL = 2.5 * SECOND
export const LIVE_PING_TIMEOUT = 2 * SECOND

export const ASSET_TYPES = ['digital_asset', 'building', 'room', 'campus', 'home', 'device_group'] as const
export const ASSET_LABELS = ['video_asset', 'firmware', 'thumbnail', 'audio_clip', 'AI_model', 'blob'] as const

export const HEARTBEAT_FRESHNESS = 10 * 60 * SECOND
export const STATUS_CHECK_PERIOD = 2 * 60 * SECOND
/** How long a device waits for changes of its attributes, unless it says so itself. As in ThingsBoard. */
export const POLL_TIMEOUT = 60 * SECOND
export const POLL_TIMEOUT_MAX = 300 * SECOND
/** Of a command to a device, of its answer, and of what a device asks the server. As in ThingsBoard. */
export const COMMAND_BYTES = 64 * 1024
export const COMMAND_METHOD_LENGTH = 255
export const COMMAND_TIMEOUT = 10 * SECOND
export const COMMAND_TIMEOUT_MAX = 60 * SECOND
/** Of a device, the newest commands that are kept. */
export const COMMANDS_KEPT = 50
/** Of a device, the commands that wait to be sent or answered. */
export const COMMANDS_UNDERWAY = 20
/** How long a device may be claimed unless it says so itself, as in ThingsBoard, and at most. */
export const CLAIM_DURATION = 24 * 60 * 60 * SECOND
export const CLAIM_DURATION_MAX = 30 * CLAIM_DURATION
/** How often our own player says that it is alive. */
export const HEARTBEAT_PERIOD = 60 * SECOND
/** More videos in one playlist would not fit into one attribute. */
export const PLAYLIST_LENGTH = 1000
/** Of one organisation, by tus. Each waits a day for its rest. */
export const UNFINISHED_UPLOADS = 50
export const THUMBNAIL_BYTES = 512 * 1024
/** One day: a longer video is a mistake in its file. */
export const DURATION_MAX = 24 * 60 * 60 * SECOND
export const PAIRING_CODE_LENGTH = 6
export const PAIRING_LIFETIME = 10 * 60 * SECOND

/** Of an alarm, the milder first. */
export const SEVERITIES = ['warning', 'critical'] as const
/** The longest text, or address, of what to do about an alarm. */
export const RUNBOOK_LENGTH = 2000
export const ALARM_NOTE_LENGTH = 2000
/** The most days of which it is told at once what is usual in each hour. */
export const USUAL_DAYS = 32
/** The most series that are compared in a stretch of time, and that are told of as changed. */
export const CHANGED_SERIES = 20_000
export const CHANGES_TOLD = 200
/** The most series that are listed as unusual. */
export const UNUSUAL_SERIES = 200
/** A longer shelf would be forgotten. */
export const ALARM_SHELF_MAX = 7 * 24 * 60 * 60 * SECOND
/** The most alarms of a kind in a report. */
export const ALARM_REPORT_LENGTH = 100
export const ALARM_REPORT_RANGE_MAX = 31 * 24 * 60 * 60 * SECOND
/** A longer maintenance window is something else: a device that is out of service. */
export const MAINTENANCE_MINUTES_MAX = 31 * 24 * 60
export const MAINTENANCE_RULE_LENGTH = 200
/** Of one organisation. */
export const MOST_MAINTENANCE_WINDOWS = 500
/** Of one organisation. */
export const MOST_ROTAS = 100
export const MOST_ROTA_PEOPLE = 50
export const MOST_ROTA_LAYERS = 10
/** Of one rota, of those that are not over. */
export const MOST_ROTA_OVERRIDES = 100
export const HAND_OVER_DAYS_MAX = 92
export const ROTA_OVERRIDE_MAX = 92 * 24 * 60 * 60 * SECOND
/** What the availability of devices is added up by. */
export const AVAILABILITY_GROUPS = ['device', 'label', 'customer'] as const
/** The most days of an answer about availability, its most rows, and the most labels with a goal of their own. */
export const AVAILABILITY_DAYS = 32
export const AVAILABILITY_ROWS = 2000
export const AVAILABILITY_LABELS = 200
/** The newest points of a series that one dry run evaluates, and the newest occurrences that it lists. */
export const DRY_RUN_POINTS = 200_000
export const DRY_RUN_OCCURRENCES = 1000

/** The longest piece of the past in one call of a replay, and the most points that such a call answers with. */
export const HISTORY_RANGE_MAX = 24 * 60 * 60 * SECOND
export const HISTORY_POINTS = 20_000

/** Of what is typed as a code of an app or a recovery code. */
export const SECOND_FACTOR_CODE_LENGTH = 64

/** Of the name of a passkey, in characters. */
export const PASSKEY_NAME_LENGTH = 100
/** Of one account. */
export const PASSKEYS = 20

/** The longest retention that can be set, in days. */
export const RETENTION_DAYS = 36_500
