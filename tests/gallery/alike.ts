interface Alike {
  names: readonly string[]
  /** Says why nobody can tell these states from each other by their looks. */
  why: string
}

/** All entries whose pictures are the same. `alike.test.ts` compares them with the pictures of the documents. */
export const ALIKE: readonly Alike[] = [
  {
    names: ['account/profile-saved', 'account/profile-saving'],
    why: 'The page is loaded again at once when the profile is saved.',
  },
  {
    names: ['account/verified-left', 'session/login', 'session/login-server-asking-again'],
    why: 'The page of a verified email leads to the log in, which says what is known of the server while it is asked again.',
  },
  {
    names: ['alarms/bell-missed', 'alarms/bell-reading'],
    why: 'The bell has no number before its first count.',
  },
  {
    names: [
      'alarms/maintenance',
      'alarms/maintenance-ending',
      'alarms/maintenance-extending',
      'alarms/maintenance-refreshing',
    ],
    why: 'The list stays as it is until the answer comes.',
  },
  {
    names: ['alarms/maintenance-form-asking', 'alarms/maintenance-form-pausing'],
    why: 'The preview does not say whether its question is sent yet.',
  },
  {
    names: ['alarms/on-call', 'alarms/on-call-refreshing', 'alarms/on-call-returning'],
    why: 'The list stays as it is until the answer comes.',
  },
  {
    names: ['alarms/page', 'alarms/page-pausing', 'alarms/page-reading-older'],
    why: 'The page stays as it is until the answer comes.',
  },
  {
    names: ['console/connection-never', 'console/connection-reading'],
    why: 'Only a device that was connected once has the mark.',
  },
  {
    names: ['console/list', 'console/list-counts-loading'],
    why: 'The counts stay until newer ones come.',
  },
  {
    names: ['console/list-names-failed', 'console/list-names-loading'],
    why: 'A name has the same stand-in until it is read.',
  },
  {
    names: ['console/organisation-health-awaiting', 'console/organisation-health-failed'],
    why: 'The failure stays until the server is known again.',
  },
  {
    names: ['console/organisation-health', 'console/organisation-health-refreshing'],
    why: 'The figures stay until newer ones come.',
  },
  {
    names: ['settings/tasks', 'settings/tasks-refreshing'],
    why: 'The lines stay until newer ones come.',
  },
  {
    names: ['settings/own-units', 'settings/units', 'settings/units-refreshing'],
    why: 'The list stays as it is until the answer comes.',
  },
  {
    names: ['console/rescue-loading', 'console/user'],
    why: 'The page has nothing about a second factor before it is known that the user has one.',
  },
  {
    names: ['deviceImport/importing', 'deviceImport/importing-stopping'],
    why: 'The step says that it has stopped after the requests on their way are answered.',
  },
  {
    names: ['headlines/listed', 'headlines/refreshing'],
    why: 'The list stays as it is until the answer comes.',
  },
  {
    names: ['alarms/shift-awaiting', 'alarms/shift-failed'],
    why: 'The failure stays until the server is known again.',
  },
  {
    names: ['alarms/shift-hand-over-finding', 'alarms/shift-hand-over-sending'],
    why: 'Only a screen reader says that the button is busy.',
  },
  {
    names: ['kiosk/kiosk-ill', 'kiosk/kiosk-ill-fetching'],
    why: 'A wall tries whether it can load itself again without a word about it.',
  },
  {
    names: ['kiosk/kiosk-old', 'kiosk/kiosk-old-watched'],
    why: 'The two differ in when the wall loads itself again.',
  },
  {
    names: ['kiosk/link-reading', 'kiosk/link-signing-in', 'session/start-loading', 'session/unknown-refreshing'],
    why: 'A page that is not known yet has one look, whatever it waits for.',
  },
  {
    names: ['kiosk/link-unreachable', 'kiosk/link-unreadable'],
    why: 'The screen says that the server does not answer; the two differ in the question.',
  },
  {
    names: ['media/plays-awaiting', 'media/plays-loading'],
    why: 'The list says that it loads from the start.',
  },
  {
    names: ['media/video-deleting', 'media/video-deletion'],
    why: 'Only a screen reader says that the button is busy.',
  },
  {
    names: [
      'media/deleted-videos',
      'media/deleted-video-restore-failed',
      'media/deleted-video-restoring',
      'media/deleted-videos-missed',
      'media/deleted-videos-refreshing',
    ],
    why: 'The deleted videos are folded in a line at the foot of the library.',
  },
  {
    names: ['media/deleted-video-purge', 'media/deleted-video-purging'],
    why: 'Only a screen reader says that the button is busy.',
  },
  {
    names: ['media/videos', 'media/videos-refreshing', 'media/deleted-videos-loading'],
    why: 'The list stays as it is until the answer comes.',
  },
  {
    names: ['mediaScreen/playlist-history-loaded-current', 'mediaScreen/playlist-history-loaded-refreshing'],
    why: 'The list stays as it is until the answer comes.',
  },
  {
    names: ['mediaScreen/group-naming', 'mediaScreen/group-renaming'],
    why: 'Only a screen reader says that the button is busy.',
  },
  {
    names: ['mediaScreen/group-deleting', 'mediaScreen/group-deletion'],
    why: 'Only a screen reader says that the button is busy.',
  },
  {
    names: ['mediaScreen/groups-missed', 'mediaScreen/groups-refreshing'],
    why: 'The list stays as it is, also when it could not be read again.',
  },
  {
    names: ['mediaScreen/label-editing', 'mediaScreen/label-reading', 'mediaScreen/label-saving'],
    why: 'The field stays as it is until its text is saved.',
  },
  {
    names: ['mediaScreen/list-foreign', 'mediaScreen/list-replacing'],
    why: 'The question stays until the answer comes.',
  },
  {
    names: ['mediaScreen/playlist-awaiting-time', 'mediaScreen/playlist-between'],
    why: 'The preview is dark before its first video.',
  },
  {
    names: ['notifications/routes', 'notifications/routes-refreshing'],
    why: 'The list stays as it is until the answer comes.',
  },
  {
    names: ['notifications/testing-reading', 'notifications/testing-waiting'],
    why: 'The test says that it runs until its result is there.',
  },
  {
    names: ['panels/bands-failed', 'panels/bands-missed'],
    why: 'A gauge says that its band could not be loaded, and none was known before.',
  },
  {
    names: ['panels/bands-loading', 'panels/bands-refreshing'],
    why: 'A gauge has no band before one is known.',
  },
  {
    names: ['places/picture-missed', 'places/picture-refreshing', 'places/plan'],
    why: 'The picture stays until a newer one comes.',
  },
  {
    names: [
      'player/between',
      'player/dark-for-passers-by',
      'player/files-clearing',
      'player/files-finding',
      'player/files-finding-later',
      'player/files-waiting',
      'player/offline-for-passers-by',
      'player/playing',
    ],
    why: 'A screen in a public place shows its video, which is black here, and no words.',
  },
  {
    names: ['player/files-looked-for-again', 'player/files-not-kept-yet'],
    why: 'The note stays until the files are found.',
  },
  {
    names: ['replay/facts-loading', 'replay/facts-missed'],
    why: 'The bar has no marks before they are known.',
  },
  {
    names: ['session/historical', 'session/keys-leading', 'session/refreshing'],
    why: 'Neither the first letter of a shortcut nor the renewal of the access token is shown.',
  },
  {
    names: ['session/unreadable-asking', 'session/unreadable-refreshing'],
    why: 'The page says that it tries again, whether the access token is renewed for it or not.',
  },
  {
    names: ['telemetry/chart-due', 'telemetry/dashboard-buckets'],
    why: 'The chart stays until newer averages come.',
  },
  {
    names: [
      'telemetry/chart-refreshing',
      'telemetry/dashboard',
      'telemetry/share-copying',
      'telemetry/share-drawing',
      'telemetry/tiles-refreshing',
      'telemetry/zoom-failed',
      'telemetry/zoom-loading',
    ],
    why: 'Chart and figures stay as they are until the answer comes, or if it fails.',
  },
  {
    names: [
      'card/alarms',
      'card/maintenance-acting',
      'card/maintenance-reading',
      'card/trend-missed',
      'card/trend-refreshing',
      'card/whom-missed',
      'card/whom-refreshing',
    ],
    why: 'The card stays as it is until an answer comes, and the trend stays if it fails.',
  },
  {
    names: ['telemetry/dashboard-reading-together', 'telemetry/dashboard-subscribing'],
    why: 'The devices have no values yet, whatever brings them.',
  },
  {
    names: ['telemetry/full-screen', 'telemetry/full-screen-asking'],
    why: 'The chart fills the page already while the browser is asked.',
  },
  {
    names: ['telemetry/home-city-asking', 'telemetry/home-city-unknown'],
    why: 'The page has no city before it is known.',
  },
  {
    names: ['telemetry/navigator-customers-failed', 'telemetry/navigator-customers-reading'],
    why: 'A group has the id of its customer until the name is read.',
  },
  {
    names: ['telemetry/note-typing', 'telemetry/note-writing'],
    why: 'Only a screen reader says that the button is busy.',
  },
  {
    names: ['thresholds/listed', 'thresholds/refreshing'],
    why: 'The list stays as it is until the answer comes.',
  },
  {
    names: ['versions/of-a-wall', 'versions/refreshing'],
    why: 'The list stays as it is until the answer comes.',
  },
  {
    names: ['wall/loading', 'wall/of-page', 'wall/reading', 'wall/subscribing'],
    why: 'The wall says that it loads its devices, whatever brings them.',
  },
  {
    names: ['session/login-server-away', 'session/login-server-away-asking'],
    why: 'The log in says what is known of the server while it is asked again.',
  },
  {
    names: ['session/login-server-ill', 'session/login-server-ill-asking'],
    why: 'The log in says what is known of the server while it is asked again.',
  },
  {
    names: ['notifications/deliveries-refreshing', 'notifications/no-rota'],
    why: 'The deliveries stay as they are while they are read again, and only a route says that there is no rota.',
  },
  {
    names: ['panels/odd', 'panels/odd-wide'],
    why: 'The shape of a wall shows on other screens alone.',
  },
  {
    names: ['wall/device-beside', 'wall/maintenance'],
    why: 'The maintenance of the device is below the edge of the screen.',
  },
]
