/**
 * The numbers of the specification, and ours where it gives none. Each number is defined only here. Durations are in
 * milliseconds unless the name says otherwise.
 */
const SECOND = 1000

export const TITLE = 'Pulsewall'
/** Everybody knows it, so it is for accounts of the demo alone. */
export const DEMO_PASSWORD = 'pulsewall-demo'

export const CHART_POINT_LIMIT = 1000
export const CHART_HEIGHT_PX = 290
/** At most; an axis has as many as its steps need. */
export const CHART_DECIMALS = 4
/** More lines in one drawing are indistinguishable. */
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

/** The clock of a device or of the viewer may be ahead by this much before its times count as wrong. */
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
 * The maximum number of attributes of an entity, and of their bytes together. A device's own attributes are counted
 * apart from those that people write, so that it can't block them from writing.
 */
export const ATTRIBUTES_OF_ENTITY = 1_000
export const ATTRIBUTES_BYTES = 2 * 1024 * 1024
export const PASSWORD_LENGTH = 256
export const PASSWORD_LENGTH_MIN = 8
export const EMAIL_LENGTH = 254
/** The limit for a name, a title or a line of an address. */
export const NAME_LENGTH = 255
export const WALL_NAME_LENGTH = 80
/** The maximum number of valid wall links in an organisation. */
export const MAX_WALL_LINKS = 200
/** The maximum number of stored versions of a wall, and of all walls of an organisation with their bytes. */
export const WALL_VERSIONS = 20
export const MAX_WALL_VERSIONS = 500
export const WALL_VERSIONS_BYTES = 8 * 1024 * 1024
/** The maximum bytes and pixels of a picture on a wall, and the maximum number of pictures in an organisation. */
export const PICTURE_BYTES = 10 * 1024 * 1024
export const PICTURE_PIXELS = 40_000_000
export const MAX_PICTURES = 100
/** The limits of an SVG. Repeated elements count each time they are drawn, as do moving ones for each frame. */
export const SVG_BYTES = 2 * 1024 * 1024
export const SVG_SIDE = 1_000_000
export const SVG_ELEMENTS = 30_000
export const SVG_MOVING_ELEMENTS = 3_000
/** The maximum number of API keys that are not revoked, in an organisation or in the system. */
export const MAX_API_KEYS = 200
/** The maximum number of provisioning profiles in an organisation. */
export const MAX_PROVISIONING_PROFILES = 200
/** The maximum lifetime of an API key in days: a year, even from one end of a day to the other of a leap year's. */
export const API_KEY_DAYS = 366
/** The maximum number of browsers per person that receive alarms by push. */
export const MAX_PUSH_SUBSCRIPTIONS = 20
/** The link in a mail acknowledges its alarm for this many days. */
export const ALARM_LINK_DAYS = 7
/** The limit for a text of several lines. */
export const TEXT_LENGTH = 10_000
export const LIST_PAGE_LENGTH = 500
/** The most devices in one call of an import. */
export const IMPORT_BATCH_LENGTH = 200
export const CREDENTIALS_LENGTH_MIN = 20
export const AUDIT_PAGE_LENGTH = 100

/**
 * The start of 1970 and of 2100. A timestamp outside is a mistake, such as microseconds in place of milliseconds or a
 * broken clock.
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
/** The longest range for which one call requests the usual values of each hour of many series. */
export const USUAL_HOURS_OF_MANY = 24

/** With more devices the page itself requests the overview, once it has subscribed to events and not before. */
export const OPENING_DEVICES = 1000

export const LIVE_SUBSCRIPTION_DEVICES = 10_000
export const LIVE_MESSAGE_BYTES = 64 * 1024
/** Must fit into `LIVE_MESSAGE_BYTES`: each id takes 36 characters, two quotes and a comma. */
export const LIVE_DEVICES_PER_MESSAGE = 1600
/** The maximum number of series whose statistics one socket watches; a dashboard shows the statistics of one series. */
export const LIVE_STATISTICS_SERIES = 10
/** Both together are how long a cut goes unnoticed: at most 5 s. */
export const LIVE_PING_INTERVAL = 2.5 * SECOND
export const LIVE_PING_TIMEOUT = 2 * SECOND

export const ASSET_TYPES = ['digital_asset', 'building', 'room', 'campus', 'home', 'device_group'] as const
export const ASSET_LABELS = ['video_asset', 'firmware', 'thumbnail', 'audio_clip', 'AI_model', 'blob'] as const

export const HEARTBEAT_FRESHNESS = 10 * 60 * SECOND
export const STATUS_CHECK_PERIOD = 2 * 60 * SECOND
/** A device waits this long for changes of its attributes, unless its request says otherwise. As in ThingsBoard. */
export const POLL_TIMEOUT = 60 * SECOND
export const POLL_TIMEOUT_MAX = 300 * SECOND
/** The limits of a command to a device, of its answer, and of a device's request to the server. As in ThingsBoard. */
export const COMMAND_BYTES = 64 * 1024
export const COMMAND_METHOD_LENGTH = 255
export const COMMAND_TIMEOUT = 10 * SECOND
export const COMMAND_TIMEOUT_MAX = 60 * SECOND
/** The number of newest commands stored per device. */
export const COMMANDS_STORED = 50
/** The maximum number of commands per device that wait to be sent or answered. */
export const COMMANDS_UNDERWAY = 20
/** A device may be claimed for this long unless it says otherwise, as in ThingsBoard; the second is the maximum. */
export const CLAIM_DURATION = 24 * 60 * 60 * SECOND
export const CLAIM_DURATION_MAX = 30 * CLAIM_DURATION
/** The period in which our own player reports that it is alive. */
export const HEARTBEAT_PERIOD = 60 * SECOND
/** More videos in one playlist would not fit into one attribute. */
export const PLAYLIST_LENGTH = 1000
/** The maximum number of unfinished tus uploads in an organisation. Each may be resumed for a day. */
export const UNFINISHED_UPLOADS = 50
export const THUMBNAIL_BYTES = 512 * 1024
/** A deleted video can be restored for this long. */
export const DELETED_VIDEO_KEPT = 24 * 60 * 60 * SECOND
/** One day: a longer video is a mistake in its file. */
export const DURATION_MAX = 24 * 60 * 60 * SECOND
export const PAIRING_CODE_LENGTH = 6
export const PAIRING_LIFETIME = 10 * 60 * SECOND

/** The severities of an alarm, the milder first. */
export const SEVERITIES = ['warning', 'critical'] as const
/** The longest text, or address, of what to do about an alarm. */
export const RUNBOOK_LENGTH = 2000
export const ALARM_NOTE_LENGTH = 2000
/** The maximum number of days per request for what is usual in each hour. */
export const USUAL_DAYS = 32
/** The maximum number of series compared in a range, and of those returned as changed. */
export const CHANGED_SERIES = 20_000
export const USUAL_CHANGES = 200
/** The most series that are listed as unusual. */
export const UNUSUAL_SERIES = 200
/** A longer shelf would be forgotten. */
export const ALARM_SHELF_MAX = 7 * 24 * 60 * 60 * SECOND
/** The most alarms of a kind in a report. */
export const ALARM_REPORT_LENGTH = 100
export const ALARM_REPORT_RANGE_MAX = 31 * 24 * 60 * 60 * SECOND
/** The longest time that is shown as one shift. */
export const SHIFT_RANGE_MAX = 7 * 24 * 60 * 60 * SECOND
/** The length of a shift where no hand-over says when it began, and the age from which one says so no more. */
export const SHIFT_LENGTH = 8 * 60 * 60 * SECOND
export const SHIFT_LENGTH_MAX = 24 * 60 * 60 * SECOND
/** The most rows of each list in a shift. */
export const SHIFT_ROWS = 20
export const HAND_OVER_NOTE_LENGTH = 10_000
/** The most notes of a hand-over. */
export const HAND_OVER_NOTES = 20
/** The most addresses that a shift is sent to at a time. */
export const SHIFT_MAIL_ADDRESSES = 10
/** A longer maintenance window is something else: a device that is out of service. */
export const MAINTENANCE_MINUTES_MAX = 31 * 24 * 60
export const MAINTENANCE_RULE_LENGTH = 200
/** The maximum in one organisation. */
export const MAX_MAINTENANCE_WINDOWS = 500
/** The maximum in one organisation. */
export const MAX_ROTAS = 100
export const MAX_ROTA_PEOPLE = 50
export const MAX_ROTA_LAYERS = 10
/** The maximum in one rota of overrides that are not over. */
export const MAX_ROTA_OVERRIDES = 100
export const HAND_OVER_DAYS_MAX = 92
export const ROTA_NOTE_LENGTH = 200
export const ROTA_OVERRIDE_MAX = 92 * 24 * 60 * 60 * SECOND
/** The groupings by which the availability of devices is summed. */
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

/** The maximum length of an entered code, from an app or of recovery. */
export const SECOND_FACTOR_CODE_LENGTH = 64

/** The maximum length of a passkey's name in characters. */
export const PASSKEY_NAME_LENGTH = 100
/** The maximum in one account. */
export const PASSKEYS = 20

/** The longest retention that can be set, in days. */
export const RETENTION_DAYS = 36_500
