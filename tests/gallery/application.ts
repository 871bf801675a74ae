import {type ComponentType, createElement} from 'react'
import {createMemoryRouter} from 'react-router-dom'
import {type AnyActorRef, type AnyActorScope, type AnyStateMachine, createActor, fromEventObservable} from 'xstate'
import {createFormats} from '../../src/domain/format/formats'
import {NOTHING_STORED} from '../../src/domain/wall/reloads'
import {DEFAULT_WALL_VIEW, wallViewFromSearch} from '../../src/domain/wall/view'
import type {BellRef} from '../../src/machines/alarms/bell'
import type {LinkChanged} from '../../src/machines/connectivity'
import {createLoadMachine, type LoadLogic} from '../../src/machines/load'
import {emergencyMachine} from '../../src/machines/media/emergency'
import {groupsMachine} from '../../src/machines/media/groups'
import {openingHoursMachine} from '../../src/machines/media/openingHours'
import type {UploadsRef} from '../../src/machines/media/uploads'
import type {ReplayRef} from '../../src/machines/replay/replay'
import type {SessionRef} from '../../src/machines/session'
import type {ToastsRef} from '../../src/machines/shell/toasts'
import type {KioskRef} from '../../src/machines/wall/kiosk'
import type {Running} from '../../src/ui/App'
import {Acknowledgement} from '../../src/ui/account/Acknowledgement'
import {FirstAdmin} from '../../src/ui/account/FirstAdmin'
import {NewPassword} from '../../src/ui/account/NewPassword'
import {PasswordReset} from '../../src/ui/account/PasswordReset'
import {ProfileScreen} from '../../src/ui/account/profile/ProfileScreen'
import {Register} from '../../src/ui/account/Register'
import {ServerHealth} from '../../src/ui/account/ServerHealth'
import {SecurityPage} from '../../src/ui/account/security/SecurityPage'
import {Verification} from '../../src/ui/account/Verification'
import {AlarmsScreen} from '../../src/ui/alarms/AlarmsScreen'
import {AlarmsMark} from '../../src/ui/alarms/bell/AlarmsMark'
import {BellPanel} from '../../src/ui/alarms/bell/BellPanel'
import {DeviceCard, type DeviceCardProps} from '../../src/ui/alarms/card/DeviceCard'
import type {AlarmsLogic, Owners} from '../../src/ui/alarms/logic'
import {DeviceMaintenance} from '../../src/ui/alarms/maintenance/DeviceMaintenance'
import {ApiKeys} from '../../src/ui/console/apiKeys/ApiKeys'
import {ConsoleScreen} from '../../src/ui/console/ConsoleScreen'
import {Commands} from '../../src/ui/console/commands/Commands'
import {Headlines} from '../../src/ui/console/headlines/Headlines'
import type {ConsoleLogic} from '../../src/ui/console/logic'
import {Notifications} from '../../src/ui/console/notifications/Notifications'
import {ProvisioningProfiles} from '../../src/ui/console/provisioning/ProvisioningProfiles'
import {Walls} from '../../src/ui/console/settings/Walls'
import {ThresholdInPlace} from '../../src/ui/console/thresholds/ThresholdInPlace'
import {Units} from '../../src/ui/console/units/Units'
import type {Application} from '../../src/ui/kit/application'
import {PlaylistPreview, type PlaylistPreviewProps} from '../../src/ui/media/preview/PlaylistPreview'
import {MediaScreen} from '../../src/ui/media/screen/MediaScreen'
import {UploadsMark} from '../../src/ui/media/uploads/UploadsMark'
import {ReplayBar} from '../../src/ui/replay/ReplayBar'
import {createRoutes} from '../../src/ui/routes'
import {NoticesBar} from '../../src/ui/shell/notices/NoticesBar'
import {Palette} from '../../src/ui/shell/palette/Palette'
import {Shell} from '../../src/ui/shell/Shell'
import type {ShellLogic} from '../../src/ui/shell/shellLogic'
import {DashboardScreen} from '../../src/ui/telemetry/dashboard/DashboardScreen'
import {HomeScreen} from '../../src/ui/telemetry/home/HomeScreen'
import {FirstWall} from '../../src/ui/wall/FirstWall'
import {type ShownWallLinks, WallLinksDialog} from '../../src/ui/wall/links/WallLinksDialog'
import {WallLinkScreen} from '../../src/ui/wall/WallLinkScreen'
import {WallScreen} from '../../src/ui/wall/WallScreen'
import type {AddressRouter} from '../../src/wiring/addressZone'
import {linkChanges} from '../../src/wiring/links'
import {addressChanges} from '../../src/wiring/replay/replay'
import {land} from '../../src/wiring/session/currentUser'
import type {PagePreferences} from '../../src/wiring/session/storedPreferences'
import {sessionChangesOf} from '../../src/wiring/wall/wallLink'
import {hold, says} from './given'
import type {Parts} from './parts'
import {CUSTOMERS} from './telemetryWorld'
import {CONFIG, NOW, ZONE} from './world'

const now = () => NOW

export interface Beginning {
  parts: Parts
  at: string
  page: PagePreferences
  /** Called with each actor that starts on its own, not with invoked ones. */
  onStart: (actor: AnyActorRef) => void
}

type Seen = <Machine extends AnyStateMachine>(machine: Machine) => Machine

/** The application as `wiring` joins it, but from the given parts, and in the memory's address instead of the browser's. */
export function startOf({parts, at, page, onStart}: Beginning): LoadLogic<Running> {
  const seen: Seen = machine => watched(machine, onStart)
  return loading<Running>(seen, async () => {
    await parts.loadConfig()
    const {stored} = page
    const session = createActor(seen(parts.session.provide({actors: {link: parts.link}})))
    const router = createMemoryRouter(createRoutes({session, land: () => land(session)}), {initialEntries: [at]})
    const shell = createActor(seen(parts.shell), {input: parts.shellInput}).start()
    const toasts = createActor(seen(parts.toasts)).start()
    const uploads = uploadsOf(parts, seen, () => shell.send({type: 'uploads.begun'}))
    const bell = bellOf(parts, seen, session)
    const replay = replayOf(parts, seen, session, router)
    const notices = createActor(seen(parts.notices)).start()
    let ofAlarms: AlarmsLogic | undefined
    const alarmsLogic = (): AlarmsLogic => {
      if (ofAlarms === undefined) throw new Error('The screens are not there yet')
      return ofAlarms
    }
    const frame = frameOf({
      shell,
      toasts,
      replay,
      palette: paletteOf(parts, seen),
      alarms: async () => () =>
        createElement(AlarmsMark, {
          bell,
          panel: async () => props => createElement(BellPanel, {...props, logic: alarmsLogic()}),
        }),
      notices: async () => () => createElement(NoticesBar, {notices}),
      uploads: async () => () => createElement(UploadsMark, {uploads}),
      replayBar: async () => () => createElement(ReplayBar, {replay}),
    })
    session.start()
    const application: Application = {
      config: CONFIG,
      zone: ZONE,
      unknownZone: null,
      session,
      createFormats,
      now,
      formats: createFormats({...stored.preferences, zone: ZONE}),
      preferences: createActor(seen(parts.preferences.provide({actions: {store: (_, now) => page.store(now)}})), {
        input: {...stored, spoken: stored.preferences.language},
      }).start(),
      screens: screensOf({parts, session, toasts, seen, uploads, bell, onAlarms: logic => (ofAlarms = logic)}),
      thresholdInPlace: async () => {
        const logic = {
          thresholdsWith: () => seen(parts.thresholds.provide({})),
          preview: seen(parts.thresholdPreview.provide({})),
        }
        return props => createElement(ThresholdInPlace, {...props, logic})
      },
      lazily: load => loading(seen, load),
      shell: () => frame,
    }
    return {application, router}
  })
}

/** The palette leaves as the one that `wiring` joins does. */
const paletteOf = (parts: Parts, seen: Seen) => async (): Promise<ComponentType> => {
  await parts.loadCode()
  const logic = seen(parts.palette)
  return () => createElement(Palette, {logic, inputOf: () => ({parts: {}, recent: [], query: ''})})
}

function uploadsOf(parts: Parts, seen: Seen, onBegun: () => void): UploadsRef {
  const uploads = createActor(seen(parts.uploads.provide({actors: {upload: seen(parts.upload)}})), {
    input: {unfinished: parts.unfinished},
  })
  uploads.subscribe(({context}) => context.uploads.length > 0 && onBegun())
  return uploads.start()
}

const bellOf = (parts: Parts, seen: Seen, session: SessionRef): BellRef =>
  createActor(seen(parts.bell.provide({actors: {linkChanges: fromEventObservable(() => linkChanges(session))}})), {
    input: {since: NOW, sound: 'on', right: 'unasked'},
  }).start()

const replayOf = (parts: Parts, seen: Seen, session: SessionRef, router: AddressRouter): ReplayRef =>
  createActor(
    seen(
      parts.replay.provide({
        actors: {
          linkChanges: fromEventObservable(() => linkChanges(session)),
          addressChanges: fromEventObservable(() => addressChanges(router)),
        },
      }),
    ),
    {input: {now: NOW}},
  ).start()

const frameOf =
  (logic: ShellLogic): ComponentType =>
  () =>
    createElement(Shell, {logic})

interface Screens {
  parts: Parts
  session: SessionRef
  toasts: ToastsRef
  uploads: UploadsRef
  bell: BellRef
  seen: Seen
  onAlarms: (logic: AlarmsLogic) => void
}

function screensOf({parts, session, toasts, uploads, bell, seen, onAlarms}: Screens): Application['screens'] {
  const screen = (Screen: ComponentType) => async () => {
    await parts.loadCode()
    return Screen
  }
  const devices = parts.devices.provide({
    actors: {linkChanges: fromEventObservable(() => linkChanges(session))},
  })
  const chartParts = {
    actors: {
      file: parts.chartFile,
      share: parts.chartShare,
      timeRange: parts.timeRange,
      zoom: parts.chartZoom,
      usual: parts.usual.provide({actors: {reason: parts.usualReason}}),
      changes: parts.changes,
    },
  }
  const chart = parts.chart.provide(chartParts)
  const kioskLogic = seen(parts.kiosk.provide({actors: {linkChanges: fromEventObservable(() => linkChanges(session))}}))
  let kiosk: KioskRef | undefined
  const logics = {
    registration: seen(parts.registration),
    passwordReset: seen(parts.passwordReset),
    newPassword: seen(parts.newPassword),
    firstAdmin: seen(parts.firstAdmin),
    serverHealth: seen(parts.serverHealth),
    acknowledgement: seen(parts.acknowledgement),
    verification: seen(parts.verification),
    profile: seen(parts.profile),
    walls: seen(parts.walls.provide({actions: {announce: () => {}}})),
    security: {
      password: seen(parts.ownPassword),
      email: seen(parts.ownEmail),
      secondFactor: seen(parts.secondFactor),
      sessions: seen(parts.ownSessions),
      push: seen(parts.push),
    },
    home: seen(parts.home.provide({actors: {devices}})),
    wall: seen(
      parts.wall.provide({
        actors: {devices, walls: parts.walls, editor: parts.wallEditor, fullScreen: parts.fullScreen},
      }),
    ),
    wallLinks: seen(parts.wallLinks),
    wallLink: seen(
      parts.wallLink.provide({
        actors: {session: fromEventObservable(() => sessionChangesOf(session))},
        actions: {signIn: (_, token) => session.send({type: 'wallLink.opened', ...token})},
      }),
    ),
    dashboard: seen(
      parts.dashboard.provide({
        actors: {
          devices,
          detail: parts.detail.provide({actors: {annotations: parts.annotations, fullScreen: parts.fullScreen}}),
          tiles: parts.tiles,
          navigator: parts.navigator,
          chart,
          comparison: parts.comparison.provide({actors: {chart}}),
        },
      }),
    ),
  }
  const console = consoleOf({parts, session, toasts, seen}, devices)
  const links = {linkChanges: fromEventObservable<LinkChanged, void>(() => linkChanges(session))}
  const owners = loading<Owners>(seen, async () => ({customers: CUSTOMERS, organisations: []}))
  const alarms: AlarmsLogic = {
    bell,
    isReplay: false,
    now,
    list: seen(parts.alarmList.provide({actors: links})),
    page: seen(parts.alarmPage.provide({actors: links})),
    around: seen(parts.alarmAround.provide({actors: {...links, chart: parts.alarmChart.provide(chartParts)}})),
    report: seen(parts.alarmReport.provide({actors: {timeRange: parts.timeRange}})),
    availability: seen(parts.availability.provide({actors: {timeRange: parts.timeRange}})),
    shift: seen(parts.shift.provide({actors: {...links, timeRange: parts.timeRange}})),
    maintenance: seen(parts.maintenance),
    planPreview: seen(parts.planPreview),
    deviceMaintenance: seen(parts.deviceMaintenance),
    trend: seen(parts.trend.provide({actors: links})),
    reasonsOf: () => [],
    onCall: seen(parts.onCall),
    whom: seen(parts.whom.provide({actors: links})),
    actions: seen(parts.alarmActions.provide({actors: {batch: parts.alarmActionBatch}})),
    values: seen(parts.presentValues.provide({actors: {devices: parts.alarmDevices.provide({actors: links})}})),
    ownersOf: () => owners,
    savedViews: parts.savedViews,
    storedViews: () => [],
  }
  onAlarms(alarms)
  const videoParts = {
    videos: parts.videos.provide({actors: links}),
    deletion: parts.videoDeletion.provide({
      actions: {showOutcome: (_, {text}) => toasts.send({type: 'outcome.reported', kind: 'done', text})},
    }),
    preview: parts.preview,
    plays: seen(parts.plays.provide({actors: {...links, timeRange: parts.timeRange}})),
    uploads,
  }
  const showFailed = (_: unknown, {text}: {text: string}) =>
    toasts.send({type: 'outcome.reported', kind: 'failed', text})
  const playlistPreview = seen(parts.playlistPreview.provide({actors: {playback: parts.playback}}))
  const media = {
    now,
    plays: videoParts.plays,
    uploads,
    playlistPreview: async () => {
      await parts.loadPlaylistPreview()
      return (props: PlaylistPreviewProps) =>
        createElement(PlaylistPreview, {...props, logic: playlistPreview, mount: () => undefined})
    },
    media: seen(
      parts.media.provide({
        actors: {
          devices,
          videos: videoParts.videos,
          deletedVideos: parts.deletedVideos,
          deletion: videoParts.deletion,
          preview: videoParts.preview,
          status: parts.deviceStatus.provide({actors: links}),
          groups: groupsMachine.provide({
            actions: {showOutcome: showFailed},
            actors: {
              entries: parts.groupEntries,
              members: parts.members.provide({actions: {showOutcome: showFailed}}),
            },
          }),
          emergency: emergencyMachine.provide({
            actors: {
              ...links,
              clock: says({type: 'clock.ticked', at: NOW}),
              emergencies: parts.emergencies.provide({actions: {showOutcome: showFailed}}),
              prepared: parts.prepared.provide({actions: {showOutcome: showFailed}}),
            },
          }),
          openingHours: openingHoursMachine.provide({
            actors: {...links, list: parts.openingHours.provide({actions: {showOutcome: showFailed}})},
          }),
          playlist: parts.playlist.provide({actions: {showOutcome: showFailed}}),
          assigned: parts.assigned.provide({actions: {showOutcome: showFailed}}),
          field: parts.deviceField,
          history: parts.playlistHistory.provide({actors: links}),
          fallbacks: parts.fallbacks.provide({
            actors: {videos: parts.fallbackVideos.provide({actors: links}), list: parts.fallback},
          }),
          pairing: parts.screenPairing,
          assignment: parts.groupAssignment.provide({actors: {batch: parts.assignmentBatch}}),
        },
      }),
    ),
  }
  const pictures = {
    shown: seen(parts.shownPicture.provide({actors: links})),
    library: seen(parts.pictureLibrary),
  }
  const versions = seen(parts.wallVersions.provide({actors: links}))
  const linksDialog = (shown: ShownWallLinks) => createElement(WallLinksDialog, {...shown, logic: logics.wallLinks})
  const facts = seen(parts.panelFacts.provide({actors: links}))
  const wall = {
    logic: logics.wall,
    kiosk: () => (kiosk ??= createActor(kioskLogic, {input: {reloads: parts.reloads, now: now(), ahead: 0}}).start()),
    now,
    sources: {
      series: seen(parts.panelSeries.provide({actors: links})),
      facts: async () => facts,
      bands: seen(parts.panelBands.provide({actors: links})),
      places: seen(parts.devicePlaces.provide({actors: links})),
      pictures: async () => pictures,
      versions: async () => versions,
    },
    card: async () => (props: DeviceCardProps) => createElement(DeviceCard, {...props, logic: alarms}),
    links: async () => linksDialog,
    viewOf: wallViewFromSearch,
    stored: () => NOTHING_STORED,
  }
  return {
    register: screen(() => createElement(Register, {logic: logics.registration})),
    passwordReset: screen(() => createElement(PasswordReset, {logic: logics.passwordReset})),
    newPassword: screen(() => createElement(NewPassword, {logic: logics.newPassword})),
    firstAdmin: screen(() => createElement(FirstAdmin, {logic: logics.firstAdmin})),
    serverHealth: screen(() => createElement(ServerHealth, {logic: logics.serverHealth})),
    acknowledgement: screen(() => createElement(Acknowledgement, {logic: logics.acknowledgement})),
    verification: screen(() => createElement(Verification, {logic: logics.verification})),
    profile: screen(() =>
      createElement(ProfileScreen, {
        logic: logics.profile,
        reach: seen(parts.reach),
        inputOf: parts.profileInput,
        firstWall: async () => props => createElement(FirstWall, {...props, logic: logics.walls}),
      }),
    ),
    security: screen(() => createElement(SecurityPage, {logic: logics.security})),
    alarms: screen(() => createElement(AlarmsScreen, {logic: alarms})),
    home: screen(() => createElement(HomeScreen, {logic: logics.home, now})),
    wall: screen(() => createElement(WallScreen, wall)),
    overview: screen(() => createElement(WallScreen, {...wall, links: null, isOwn: true})),
    wallLink: screen(() => createElement(WallLinkScreen, {logic: logics.wallLink})),
    linkedWall: screen(() =>
      createElement(WallScreen, {...wall, viewOf: () => ({...DEFAULT_WALL_VIEW, isKiosk: true})}),
    ),
    dashboard: screen(() => createElement(DashboardScreen, {logic: logics.dashboard, now})),
    media: screen(() => createElement(MediaScreen, {logic: media})),
    console: screen(() => createElement(ConsoleScreen, {logic: console})),
  }
}

function consoleOf(
  {parts, session, toasts, seen}: Omit<Screens, 'uploads' | 'bell' | 'onAlarms'>,
  devices: Parts['devices'],
): ConsoleLogic {
  const links = fromEventObservable<LinkChanged, void>(() => linkChanges(session))
  const showOutcome = (_: unknown, {text}: {text: string}) =>
    toasts.send({type: 'outcome.reported', kind: 'done', text})
  const notifications = seen(
    parts.notifications.provide({
      actors: {
        routes: parts.alarmRoutes.provide({}),
        deliveries: parts.deliveries.provide({actors: {linkChanges: links}}),
      },
    }),
  )
  const commands = seen(
    parts.commands.provide({actors: {list: parts.commandList.provide({actors: {linkChanges: links}})}}),
  )
  const bulk = parts.bulk.provide({actors: {batch: parts.recordBatch}})
  return {
    now,
    record: seen(
      parts.record.provide({actors: {conflict: parts.conflict, deletion: parts.deletion}, actions: {showOutcome}}),
    ),
    choices: seen(parts.choices),
    recordList: seen(parts.recordList.provide({actors: {linkChanges: links, bulk}})),
    counts: seen(parts.counts),
    organisationHealth: seen(parts.organisationHealth.provide({actors: {linkChanges: links}})),
    settingsFacts: seen(parts.settingsFacts.provide({actors: {linkChanges: links}})),
    units: async () => props => createElement(Units, {...props, logic: seen(parts.units.provide({}))}),
    walls: async () => props =>
      createElement(Walls, {...props, logic: seen(parts.walls.provide({actions: {announce: () => {}}}))}),
    names: seen(parts.names),
    savedViews: seen(parts.savedViews),
    storedViews: () => [],
    attributes: seen(parts.attributes.provide({actors: {conflict: parts.attributeConflict}, actions: {showOutcome}})),
    wallLinks: seen(parts.wallLinks.provide({})),
    apiKeys: async () => props => createElement(ApiKeys, {...props, logic: seen(parts.apiKeys.provide({}))}),
    provisioning: async () => props =>
      createElement(ProvisioningProfiles, {...props, logic: seen(parts.provisioningProfiles.provide({}))}),
    headlines: async () => props => createElement(Headlines, {...props, logic: seen(parts.headlines.provide({}))}),
    thresholds: seen(parts.thresholds),
    thresholdPreview: seen(parts.thresholdPreview),
    notifications: async () => props => createElement(Notifications, {...props, logic: notifications}),
    invitation: seen(parts.invitation),
    rescue: seen(parts.rescue),
    signOutEverywhere: seen(parts.signOutEverywhere),
    deviceMaintenance: async () => props =>
      createElement(DeviceMaintenance, {...props, logic: seen(parts.deviceMaintenance.provide({}))}),
    commands: async () => props => createElement(Commands, {...props, logic: commands}),
    credentials: seen(parts.credentials.provide({actions: {showOutcome}})),
    connection: seen(parts.connection.provide({actors: {linkChanges: links}})),
    deviceValues: seen(parts.deviceValues.provide({actors: {devices}})),
    deviceImport: seen(parts.deviceImport),
    auditTrail: seen(parts.auditTrail.provide({actors: {linkChanges: links}})),
    apiOrigin: 'https://pulsewall.test',
    storedDraft: () => null,
  }
}

function loading<Loaded>(seen: Seen, load: () => Promise<Loaded>): LoadLogic<Loaded> {
  const machine = createLoadMachine(load)
  hold(machine)
  return seen(machine)
}

function watched<Machine extends AnyStateMachine>(machine: Machine, onStart: (actor: AnyActorRef) => void): Machine {
  const start = machine.start.bind(machine)
  return Object.assign(machine, {
    start(snapshot: Parameters<Machine['start']>[0], {self}: AnyActorScope) {
      start(snapshot)
      onStart(self)
    },
  })
}
