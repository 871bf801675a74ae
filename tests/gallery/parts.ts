import {EMPTY} from 'rxjs'
import {fromCallback, fromEventObservable, fromPromise} from 'xstate'
import {NO_LIST} from '../../contract/rules/lists/storedList'
import type {Reach} from '../../src/domain/account/reach'
import type {SecondFactorChange, SecondFactorOutcome} from '../../src/domain/account/secondFactor'
import type {ConsoleRecord} from '../../src/domain/console/records/description'
import type {RecordPage} from '../../src/domain/console/records/questions'
import {playListOf} from '../../src/domain/media/preview'
import type {UnfinishedUpload} from '../../src/domain/media/upload'
import type {ShellChoices} from '../../src/domain/shell/shell'
import {NO_READINGS} from '../../src/domain/telemetry/readings/reading'
import type {SparklineId} from '../../src/domain/telemetry/series/sparkline'
import type {Facts} from '../../src/domain/wall/facts/facts'
import type {Reload} from '../../src/domain/wall/reloads'
import {
  acknowledgementMachine,
  firstAdminMachine,
  newPasswordMachine,
  passwordResetMachine,
  registrationMachine,
} from '../../src/machines/account/account'
import {ownSessionsMachine} from '../../src/machines/account/ownSessions'
import {type ProfileInput, profileMachine} from '../../src/machines/account/profile'
import {pushMachine} from '../../src/machines/account/push'
import {reachMachine} from '../../src/machines/account/reach'
import {secondFactorMachine} from '../../src/machines/account/secondFactor'
import {ownEmailMachine, ownPasswordMachine} from '../../src/machines/account/security'
import {verificationMachine} from '../../src/machines/account/verification'
import {alarmActionBatchMachine, alarmActionsMachine} from '../../src/machines/alarms/actions'
import {alarmAroundMachine} from '../../src/machines/alarms/around'
import {availabilityMachine} from '../../src/machines/alarms/availability'
import {bellMachine} from '../../src/machines/alarms/bell'
import {deviceMaintenanceMachine} from '../../src/machines/alarms/deviceMaintenance'
import {alarmListMachine} from '../../src/machines/alarms/list'
import {maintenanceMachine, planPreviewMachine} from '../../src/machines/alarms/maintenance'
import {onCallMachine} from '../../src/machines/alarms/onCall'
import {alarmPageMachine} from '../../src/machines/alarms/page'
import {presentValuesMachine} from '../../src/machines/alarms/presentValues'
import {alarmReportMachine} from '../../src/machines/alarms/report'
import {shiftMachine} from '../../src/machines/alarms/shift'
import {trendMachine} from '../../src/machines/alarms/trend'
import {whomMachine} from '../../src/machines/alarms/whom'
import {auditTrailMachine} from '../../src/machines/console/auditTrail'
import {bulkMachine, recordBatchMachine} from '../../src/machines/console/bulk'
import {commandListMachine, commandsMachine} from '../../src/machines/console/commands'
import {connectionMachine} from '../../src/machines/console/connection'
import {countsMachine} from '../../src/machines/console/counts'
import {deviceImportMachine} from '../../src/machines/console/deviceImport'
import {deviceValuesMachine} from '../../src/machines/console/deviceValues'
import {headlinesMachine} from '../../src/machines/console/headlines'
import {namesMachine} from '../../src/machines/console/names'
import {alarmRoutesMachine} from '../../src/machines/console/organisation/alarmRoutes'
import {apiKeysMachine} from '../../src/machines/console/organisation/apiKeys'
import {deliveriesMachine} from '../../src/machines/console/organisation/deliveries'
import {notificationsMachine} from '../../src/machines/console/organisation/notifications'
import {organisationHealthMachine} from '../../src/machines/console/organisation/organisationHealth'
import {provisioningProfilesMachine} from '../../src/machines/console/organisation/provisioningProfiles'
import {settingsFactsMachine} from '../../src/machines/console/organisation/settingsFacts'
import {attributeConflictMachine} from '../../src/machines/console/record/attributeConflict'
import {attributesMachine} from '../../src/machines/console/record/attributes'
import {choicesMachine} from '../../src/machines/console/record/choices'
import {conflictMachine} from '../../src/machines/console/record/conflict'
import {credentialsMachine} from '../../src/machines/console/record/credentials'
import {deletionMachine} from '../../src/machines/console/record/deletion'
import {recordMachine} from '../../src/machines/console/record/record'
import {rescueMachine} from '../../src/machines/console/record/rescue'
import {invitationMachine, signOutEverywhereMachine} from '../../src/machines/console/record/userActions'
import {recordListMachine} from '../../src/machines/console/recordList'
import {thresholdPreviewMachine} from '../../src/machines/console/thresholdPreview'
import {thresholdsMachine} from '../../src/machines/console/thresholds'
import {unitsMachine} from '../../src/machines/console/units'
import {linkMachine} from '../../src/machines/link'
import {deletedVideosMachine} from '../../src/machines/media/deletedVideos'
import {deviceFieldMachine} from '../../src/machines/media/deviceField'
import {deviceStatusMachine} from '../../src/machines/media/deviceStatus'
import {fallbacksMachine, fallbackVideosMachine} from '../../src/machines/media/fallbacks'
import {assignmentBatchMachine, groupAssignmentMachine} from '../../src/machines/media/groupAssignment'
import {groupEntriesMachine} from '../../src/machines/media/groups'
import {
  assignedMachine,
  emergenciesMachine,
  fallbackMachine,
  membersMachine,
  openingHoursListMachine,
  playlistMachine,
  preparedMachine,
} from '../../src/machines/media/lists'
import {mediaMachine} from '../../src/machines/media/media'
import {pairingMachine} from '../../src/machines/media/pairing'
import {playlistHistoryMachine} from '../../src/machines/media/playlistHistory'
import {playlistPreviewMachine} from '../../src/machines/media/playlistPreview'
import {playsMachine} from '../../src/machines/media/plays'
import {previewMachine} from '../../src/machines/media/preview'
import {uploadMachine} from '../../src/machines/media/upload'
import {uploadsMachine} from '../../src/machines/media/uploads'
import {videoDeletionMachine} from '../../src/machines/media/videoDeletion'
import {videosMachine} from '../../src/machines/media/videos'
import {preferencesMachine} from '../../src/machines/preferences'
import {replayMachine} from '../../src/machines/replay/replay'
import {savedViewsMachine} from '../../src/machines/savedViews'
import {serverHealthMachine} from '../../src/machines/serverHealth'
import {sessionMachine} from '../../src/machines/session'
import {noticesMachine} from '../../src/machines/shell/notices'
import {paletteMachine} from '../../src/machines/shell/palette'
import {shellMachine} from '../../src/machines/shell/shell'
import {toastsMachine} from '../../src/machines/shell/toasts'
import {annotationsMachine} from '../../src/machines/telemetry/annotations'
import {changesMachine} from '../../src/machines/telemetry/changes'
import {chartMachine} from '../../src/machines/telemetry/chart'
import {chartFileMachine} from '../../src/machines/telemetry/chartFile'
import {chartShareMachine} from '../../src/machines/telemetry/chartShare'
import {chartZoomMachine} from '../../src/machines/telemetry/chartZoom'
import {comparisonMachine} from '../../src/machines/telemetry/comparison'
import {dashboardMachine} from '../../src/machines/telemetry/dashboard'
import {detailMachine} from '../../src/machines/telemetry/detail'
import {devicesMachine} from '../../src/machines/telemetry/devices'
import type {OverviewOfPage} from '../../src/machines/telemetry/devicesEvents'
import {fullScreenMachine} from '../../src/machines/telemetry/fullScreen'
import {homeMachine} from '../../src/machines/telemetry/home'
import {navigatorMachine} from '../../src/machines/telemetry/navigator'
import {tilesMachine} from '../../src/machines/telemetry/tiles'
import {usualMachine} from '../../src/machines/telemetry/usual'
import {usualReasonMachine} from '../../src/machines/telemetry/usualReason'
import {timeRangeMachine} from '../../src/machines/timeRange'
import {devicePlacesMachine} from '../../src/machines/wall/devicePlaces'
import {kioskMachine} from '../../src/machines/wall/kiosk'
import {panelBandsMachine} from '../../src/machines/wall/panelBands'
import {panelFactsMachine} from '../../src/machines/wall/panelFacts'
import {panelSeriesMachine} from '../../src/machines/wall/panelSeries'
import {pictureLibraryMachine} from '../../src/machines/wall/pictureLibrary'
import {shownPictureMachine} from '../../src/machines/wall/shownPicture'
import {wallMachine} from '../../src/machines/wall/wall'
import {wallEditorMachine} from '../../src/machines/wall/wallEditor'
import {wallLinkMachine} from '../../src/machines/wall/wallLink'
import {wallLinksMachine} from '../../src/machines/wall/wallLinks'
import {wallsMachine} from '../../src/machines/wall/walls'
import {wallVersionsMachine} from '../../src/machines/wall/wallVersions'
import {PULSEWALL} from '../support/offer'
import {
  ALARMS,
  COUNTS,
  HISTORY,
  PRESENT,
  RAISED_WITH,
  REPORT,
  REPORT_RANGE,
  seriesAround,
  trendOf,
  WHOM,
} from './alarmsWorld'
import {AVAILABILITY} from './availabilityWorld'
import {
  ATTRIBUTES,
  AUDIT,
  CHANGE,
  CHECKED,
  COMMANDS,
  CONNECTED,
  CREDENTIALS,
  HEALTH,
  READ,
  RECORDS,
} from './consoleWorld'
import {answers, calls, DONE, hold, refusal, says} from './given'
import {HEADLINES} from './headlinesWorld'
import {MAINTENANCE, NEXT} from './maintenanceWorld'
import {
  ASSIGNED_KEPT,
  endlessVideo,
  FALLBACK_KEPT,
  FALLBACKS,
  GROUPS,
  MEMBERS_KEPT,
  PLAYLIST_EDITS,
  PLAYLIST_KEPT,
  PLAYS,
  PREPARED,
  SCREEN_NEWS,
  VIDEO_USES,
  VIDEOS,
} from './mediaWorld'
import {CHOICES, DELIVERIES, ROUTES_KEPT, TESTED} from './notificationsWorld'
import {ROTAS} from './onCallWorld'
import {HALL, PICTURES} from './placesWorld'
import {playerParts} from './playerWorld'
import {FACTOR_OFF, OFFER, OWN_SESSIONS, PUSH_OFF, RECOVERY_CODES} from './securityWorld'
import {SET, UNITS} from './settingsWorld'
import {WHOLE_SHIFT} from './shiftWorld'
import {
  BUCKETS,
  CHANGES,
  CUSTOMERS,
  DEVICES,
  FACTS,
  KEY_SETTINGS,
  KEYS,
  NOTES,
  PALETTE_ENTRIES,
  READINGS,
  REASON,
  SERIES,
  STATISTICS,
} from './telemetryWorld'
import {DAY, LEVELS, OF_KEY, SUGGESTION, TRIAL} from './thresholdsWorld'
import {LINK_ISSUED, LINKS_LOADED, WALLS_KEPT} from './wallWorld'
import {ago, NOW, PLANT_ADMIN, PROFILE} from './world'

/** The machines of the product in a world where everything works and every answer has come. */
const REACH: Reach = {email: true, push: false, chat: 'slack'}

export function createParts() {
  const machines = {
    link: linkMachine.provide({
      actors: {
        networkChanges: says(),
        clock: says({type: 'clock.ticked', at: NOW}),
        probeOffer: answers(PULSEWALL),
        findServer: answers(),
        liveConnection: says({type: 'socket.opened'}),
        renewAccess: answers(),
        serverMisses: says(),
        backOff: says(),
      },
    }),
    session: sessionMachine.provide({
      actors: {
        loadCurrentUser: answers(PLANT_ADMIN),
        signIn: answers(PLANT_ADMIN),
        signOut: answers(),
        refreshAccessToken: answers(),
        sessionEnds: says(),
      },
    }),
    reach: reachMachine.provide({actors: {load: answers(REACH), save: answers(REACH)}}),
    preferences: preferencesMachine.provide({
      actors: {loadPreferences: answers({density: 'comfortable'}), savePreferences: answers(DONE)},
      actions: {store: () => {}, reload: () => {}},
    }),
    registration: registrationMachine.provide({actors: {submit: answers()}}),
    passwordReset: passwordResetMachine.provide({actors: {submit: answers()}}),
    newPassword: newPasswordMachine.provide({actors: {submit: answers()}}),
    firstAdmin: firstAdminMachine.provide({actors: {submit: answers()}}),
    serverHealth: serverHealthMachine.provide({actors: {loadHealth: answers(DONE)}}),
    acknowledgement: acknowledgementMachine.provide({actors: {submit: answers()}}),
    invitation: invitationMachine.provide({actors: {submit: answers()}}),
    signOutEverywhere: signOutEverywhereMachine.provide({actors: {submit: answers()}}),
    ownEmail: ownEmailMachine.provide({actors: {submit: answers()}}),
    secondFactor: secondFactorMachine.provide({
      actors: {
        load: answers(FACTOR_OFF),
        change: fromPromise<SecondFactorOutcome, SecondFactorChange>(async () => ({offer: OFFER})),
        confirm: answers(RECOVERY_CODES),
      },
    }),
    rescue: rescueMachine.provide({actors: {loadIsOn: answers(false), remove: answers()}}),
    ownSessions: ownSessionsMachine.provide({actors: {load: answers(OWN_SESSIONS), end: answers()}}),
    push: pushMachine.provide({
      actors: {
        load: answers(PUSH_OFF),
        subscribe: answers(),
        end: answers(),
        test: answers(),
        permissionChanges: says(),
      },
    }),
    ownPassword: ownPasswordMachine.provide({actors: {submit: answers()}}),
    verification: verificationMachine.provide({actors: {verifyEmail: answers()}, delays: {second: 2 ** 31 - 1}}),
    profile: profileMachine.provide({
      actors: {loadProfile: answers(PROFILE), saveProfile: answers()},
      actions: {storeDraft: () => {}, reload: () => {}},
    }),
    shell: shellMachine.provide({
      actions: {goTo: () => {}, moveRange: () => {}, pressAlarmKey: () => {}, focusSearch: () => {}},
    }),
    toasts: toastsMachine.provide({}),
    notices: noticesMachine.provide({actors: {noticeChanges: says()}}),
    palette: paletteMachine.provide({
      actors: {entries: says(...PALETTE_ENTRIES)},
      actions: {leave: () => {}, perform: () => {}},
    }),
    ...telemetryParts(),
    ...alarmsParts(),
    ...consoleParts(),
    ...mediaParts(),
    ...wallParts(),
    replay: replayMachine.provide({
      actors: {presents: says(), playback: says(), loadFacts: answers({oldestAt: ago(60 * 24 * 90), marks: RAISED})},
      actions: {publishTime: () => {}, catchUp: () => {}, pushToUrl: () => {}, warn: () => {}},
    }),
  }
  const {playerInput, ...player} = playerParts()
  for (const machine of Object.values({...machines, ...player})) hold(machine)
  return {
    ...machines,
    ...player,
    playerInput,
    /** The configuration, which the page starts with. */
    loadConfig: calls<void>(DONE),
    /** The code of a screen. */
    loadCode: calls<void>(DONE),
    /** The code that plays a playlist on the dashboard. */
    loadPlaylistPreview: calls<void>(DONE),
    shellInput: SHELL,
    /** Uploads of a former page. */
    unfinished: NONE,
    reloads: NO_RELOADS,
    profileInput: (userId: string): ProfileInput => ({userId, draft: null, isJustSaved: false}),
  }
}

/** Alarms of the day that a replay looks at. */
const RAISED = [300, 290, 200, 90, 60, 50].map((minutes, at) => ({at: ago(minutes), raised: at + 1}))

function telemetryParts() {
  return {
    devices: devicesMachine.provide({
      actors: {
        clock: says({type: 'clock.ticked', at: NOW}),
        loadDevices: answers(DEVICES),
        loadOverview: answers(),
        overviewOfPage: fromEventObservable<OverviewOfPage, void>(() => EMPTY),
        liveTelemetry: says(),
        deviceChanges: says(),
        subscribeTelemetry: answers(DONE),
        keySettings: says({type: 'keySettings.received', settings: KEY_SETTINGS}),
        readings: fromCallback(({sendBack}) =>
          sendBack({type: 'readings.received', at: NOW, readings: READINGS, keys: KEYS}),
        ),
      },
      actions: {warn: () => {}, logFailure: () => {}},
      // The list is read before the values, so that an entry can give each by itself.
      guards: {isReadTogether: () => false, isReadAtOnce: () => false},
    }),
    chart: chartMachine.provide({
      actors: {
        minuteTicks: says(),
        points: says(),
        loadSeries: fromPromise(async ({input}) => (input.question.aggregation === 'none' ? SERIES : BUCKETS)),
      },
      actions: {logFailure: () => {}},
    }),
    navigator: navigatorMachine.provide({
      actors: {loadCustomers: answers(CUSTOMERS), maintenance: says(), unusual: says()},
    }),
    usual: usualMachine.provide({actors: {parts: says()}}),
    changes: changesMachine.provide({actors: {load: answers(CHANGES)}}),
    usualReason: usualReasonMachine.provide({actors: {load: answers(REASON), accept: answers(REASON)}}),
    timeRange: timeRangeMachine.provide({
      actors: {loadRecent: answers([]), copyText: answers(), readCopied: answers()},
      actions: {storeRecent: () => {}},
    }),
    chartZoom: chartZoomMachine.provide({actors: {loadSeries: answers(SERIES)}, actions: {logFailure: () => {}}}),
    comparison: comparisonMachine,
    chartFile: chartFileMachine.provide({actors: {saveFile: answers()}, actions: {logFailure: () => {}}}),
    chartShare: chartShareMachine.provide({
      actors: {copyText: answers(DONE), savePicture: answers(DONE)},
      actions: {logFailure: () => {}},
    }),
    tiles: tilesMachine.provide({
      actors: {statisticsEvents: says(), loadStatistics: answers(STATISTICS)},
      actions: {logFailure: () => {}},
    }),
    annotations: annotationsMachine.provide({
      actors: {readNotes: answers(NOTES), writeNotes: fromPromise(async ({input}) => input.stored)},
      actions: {showOutcome: () => {}},
    }),
    fullScreen: fullScreenMachine.provide({
      actors: {enterFullScreen: answers(DONE), screenLeft: says()},
      actions: {leaveFullScreen: () => {}},
    }),
    detail: detailMachine.provide({
      actors: {
        loadFacts: answers(FACTS),
        maintenance: says(),
        smallCharts: fromCallback(({sendBack, receive, input}) => {
          const answer = (charts: readonly SparklineId[]) => {
            for (const id of charts) sendBack({type: 'sparkline.received', series: BUCKETS, ...id})
          }
          receive(command => command.type === 'smallCharts.requested' && answer(command.charts))
          answer(input.requested)
        }),
      },
      actions: {logFailure: () => {}},
    }),
    dashboard: dashboardMachine.provide({actors: {addressChanges: says()}, actions: {pushToUrl: () => {}}}),
    home: homeMachine.provide({
      actors: {
        addressChanges: says(),
        loadCity: answers('Hamburg'),
        sparklines: fromCallback(({sendBack, receive, input}) => {
          const answer = (sparklines: readonly SparklineId[]) => {
            for (const id of sparklines) sendBack({type: 'sparkline.received', series: BUCKETS, ...id})
          }
          receive(command => command.type === 'sparklines.requested' && answer(command.sparklines))
          answer(input.requested)
        }),
      },
      actions: {pushToUrl: () => {}, warn: () => {}},
    }),
  }
}

function alarmsParts() {
  return {
    bell: bellMachine.provide({
      actors: {
        alarmEvents: says(),
        alarmCounts: says({type: 'alarms.counted', counts: COUNTS}),
        pageTouch: says(),
        askToNotify: answers(),
      },
      actions: {storeSound: () => {}, ring: () => {}, notify: () => {}},
    }),
    presentValues: presentValuesMachine,
    alarmDevices: telemetryParts().devices.provide({
      actors: {
        readings: fromCallback(({sendBack, receive, input}) => {
          const answer = (deviceIds: readonly string[]) => {
            const readings = new Map(deviceIds.map(id => [id, PRESENT.get(id) ?? NO_READINGS]))
            sendBack({type: 'readings.received', at: NOW, readings, keys: new Map(deviceIds.map(id => [id, []]))})
          }
          receive(command => command.type === 'rows.shown' && answer(command.deviceIds))
          answer(input.shownDeviceIds)
        }),
      },
    }),
    alarmList: alarmListMachine.provide({
      actors: {
        clock: says({type: 'clock.ticked', at: NOW}),
        alarmEvents: says(),
        watching: says(),
        polls: says(),
        addressChanges: says(),
        loadPage: answers({alarms: ALARMS, next: null}),
      },
      actions: {pushToUrl: () => {}},
    }),
    alarmPage: alarmPageMachine.provide({
      actors: {
        clock: says({type: 'clock.ticked', at: NOW}),
        alarmEvents: says(),
        polls: says(),
        loadHistory: answers(HISTORY),
        loadOlder: answers(),
      },
    }),
    alarmAround: alarmAroundMachine.provide({
      actors: {
        clock: says({type: 'clock.ticked', at: NOW}),
        loadRaised: answers({alarms: RAISED_WITH, next: null}),
      },
    }),
    alarmChart: telemetryParts().chart.provide({
      actors: {loadSeries: fromPromise(async ({input: {question}}) => seriesAround(question))},
    }),
    deviceMaintenance: deviceMaintenanceMachine.provide({
      actors: {changes: says(), load: answers([]), act: answers(DONE)},
    }),
    whom: whomMachine.provide({actors: {refreshes: says(), load: answers(WHOM)}}),
    trend: trendMachine.provide({
      actors: {refreshes: says(), load: fromPromise(async ({input}) => trendOf(input.question))},
    }),
    alarmReport: alarmReportMachine.provide({
      actors: {
        loadReport: answers({report: REPORT, availability: AVAILABILITY.report, range: REPORT_RANGE, readAt: NOW}),
      },
    }),
    shift: shiftMachine.provide({
      actors: {
        alarmEvents: says(),
        addressChanges: says(),
        load: answers(WHOLE_SHIFT),
        loadHandOver: answers(),
        handOver: answers(),
        addNote: answers(),
        sendMail: answers(),
      },
      actions: {reportOutcome: () => {}, pushToUrl: () => {}},
    }),
    availability: availabilityMachine.provide({actors: {load: answers(AVAILABILITY), saveGoals: answers()}}),
    maintenance: maintenanceMachine.provide({
      actors: {changes: says(), load: answers(MAINTENANCE), save: answers(), remove: answers(), act: answers()},
    }),
    planPreview: planPreviewMachine.provide({actors: {preview: answers(NEXT)}}),
    onCall: onCallMachine.provide({
      actors: {changes: says(), load: answers(ROTAS), save: answers(), remove: answers(), act: answers()},
    }),
    alarmActionBatch: alarmActionBatchMachine.provide({actors: {run: fromCallback(() => {})}}),
    alarmActions: alarmActionsMachine.provide({actions: {showOutcome: () => {}, storeReasons: () => {}}}),
  }
}

function consoleParts() {
  return {
    record: recordMachine.provide({
      actors: {
        loadRecord: fromPromise(async ({input: {description, id}}) => {
          const found = RECORDS[description.kind].find(record => record.id === id)
          if (found === undefined) throw refusal(404)
          return found
        }),
        createRecord: answers(),
        saveRecord: answers(),
      },
      actions: {storeDraft: () => {}, forgetDraft: () => {}},
    }),
    conflict: conflictMachine.provide({actors: {loadRecord: answers(), findChange: answers(CHANGE)}}),
    deletion: deletionMachine.provide({actors: {deleteRecord: answers()}}),
    choices: choicesMachine.provide({
      actors: {listRecords: fromPromise(async ({input: {description}}) => RECORDS[description.kind])},
    }),
    recordList: recordListMachine.provide({
      actors: {
        addressChanges: says(),
        loadPage: fromPromise(async ({input: {description}}) => pageOf(RECORDS[description.kind])),
      },
      actions: {saveFile: () => {}, pushToUrl: () => {}},
    }),
    counts: countsMachine.provide({actors: {minuteTicks: says(), loadRecord: answers()}}),
    organisationHealth: organisationHealthMachine.provide({
      actors: {refreshes: says(), load: answers(HEALTH)},
    }),
    settingsFacts: settingsFactsMachine.provide({actors: {refreshes: says(), load: answers(SET)}}),
    names: namesMachine.provide({
      actors: {
        loadNamed: fromPromise(async ({input: {kinds}}) =>
          kinds.map(description => ({description, records: RECORDS[description.kind]})),
        ),
      },
    }),
    savedViews: savedViewsMachine.provide({actions: {storeViews: () => {}}}),
    bulk: bulkMachine.provide({
      actors: {loadCustomers: answers(RECORDS.customer)},
      actions: {saveFile: () => {}},
    }),
    recordBatch: recordBatchMachine.provide({actors: {run: fromCallback(() => {})}}),
    attributes: attributesMachine.provide({
      actors: {
        clock: says({type: 'clock.ticked', at: NOW}),
        listAttributes: answers(ATTRIBUTES),
        writeAttribute: answers(),
        deleteAttribute: answers(),
      },
    }),
    attributeConflict: attributeConflictMachine.provide({
      actors: {loadAttribute: answers(), findChange: answers(CHANGE)},
    }),
    units: unitsMachine.provide({
      actors: {changes: says(), load: answers(UNITS), save: answers(), remove: answers(), findChange: answers(null)},
    }),
    headlines: headlinesMachine.provide({
      actors: {
        changes: says(),
        load: answers(HEADLINES),
        save: answers(),
        remove: answers(),
        findChange: answers(null),
      },
    }),
    thresholds: thresholdsMachine.provide({
      actors: {changes: says(), load: answers(LEVELS), save: answers(), remove: answers(), findChange: answers(CHANGE)},
    }),
    thresholdPreview: thresholdPreviewMachine.provide({
      actors: {
        loadDevices: answers([{id: 'd-boiler', name: 'Boiler'}]),
        loadKeys: answers(['pressure', 'temperature']),
        loadDay: answers(DAY),
        tryThreshold: answers(TRIAL),
        findDevicesOfKey: answers(OF_KEY),
        suggestLimits: answers(SUGGESTION),
      },
    }),
    alarmRoutes: alarmRoutesMachine.provide({
      actors: {
        changes: says(),
        load: answers(ROUTES_KEPT),
        save: answers(),
        remove: answers(),
        findChange: answers(CHANGE),
      },
    }),
    notifications: notificationsMachine.provide({
      actors: {
        sendTest: answers(TESTED),
        readNewest: answers(TESTED),
        loadChoices: answers(CHOICES),
      },
    }),
    deliveries: deliveriesMachine.provide({
      actors: {refreshes: says(), load: answers({deliveries: DELIVERIES, next: null})},
    }),
    commands: commandsMachine.provide({actors: {sendCommand: answers()}}),
    commandList: commandListMachine.provide({actors: {refreshes: says(), load: answers(COMMANDS)}}),
    connection: connectionMachine.provide({actors: {ticks: says(), loadConnection: answers(CONNECTED)}}),
    credentials: credentialsMachine.provide({
      actors: {
        loadCredentials: answers(CREDENTIALS),
        createCredentials: answers(),
        deleteCredentials: answers(),
        replaceCredentials: answers(CREDENTIALS),
        setLife: answers(CREDENTIALS),
        endFormerToken: answers(),
      },
    }),
    deviceValues: deviceValuesMachine.provide({actors: {points: says()}}),
    deviceImport: deviceImportMachine.provide({
      actors: {
        readFile: answers(READ),
        loadExisting: answers({customers: RECORDS.customer, devices: RECORDS.device, takesBatches: true}),
        checkRows: answers(CHECKED),
        run: fromCallback(() => {}),
      },
      actions: {saveTemplate: () => {}, saveResult: () => {}},
    }),
    auditTrail: auditTrailMachine.provide({
      actors: {
        addressChanges: says(),
        clock: says({type: 'clock.ticked', at: NOW}),
        loadPage: answers({entries: AUDIT, next: null}),
      },
      actions: {pushToUrl: () => {}, saveFile: () => {}},
    }),
  }
}

function mediaParts() {
  return {
    upload: uploadMachine.provide({
      actors: {
        prepare: answers(PREPARED),
        send: says(),
        storePicture: answers(),
        backOff: says(),
      },
      actions: {discard: () => {}, forget: () => {}},
    }),
    uploads: uploadsMachine.provide({
      actors: {leaveWarning: fromCallback(() => {})},
      actions: {forgetUnfinished: () => {}},
    }),
    videos: videosMachine.provide({actors: {refreshes: says(), load: answers(VIDEOS)}}),
    deletedVideos: deletedVideosMachine.provide({
      actors: {retries: says(), changes: says(), load: answers([]), act: answers(), remove: answers()},
    }),
    videoDeletion: videoDeletionMachine.provide({
      actors: {
        loadUses: answers(VIDEO_USES),
        deleteVideo: answers(),
      },
    }),
    preview: previewMachine.provide({actors: {loadFileUrl: answers(endlessVideo())}}),
    playlistPreview: playlistPreviewMachine.provide({
      actors: {
        clock: says({type: 'clock.ticked', at: NOW}),
        lists: says({type: 'list.taken', list: playListOf(PLAYLIST_KEPT)}),
      },
    }),
    plays: playsMachine.provide({actors: {loadPlays: answers(PLAYS), saveFile: answers()}}),
    media: mediaMachine.provide({
      actors: {addressChanges: says(), storedVideos: says()},
      actions: {pushToUrl: () => {}},
    }),
    deviceStatus: deviceStatusMachine.provide({
      actors: {
        clock: says({type: 'clock.ticked', at: NOW}),
        checks: fromCallback(({sendBack}) => sendBack({type: 'screens.read', updates: SCREEN_NEWS, isAll: true})),
        screenUpdates: says(),
        expiry: fromCallback(() => {}),
      },
      actions: {warn: () => {}},
    }),
    playlist: playlistMachine.provide({
      actors: {readList: answers(PLAYLIST_KEPT), writeList: answers(), changes: says()},
    }),
    assigned: assignedMachine.provide({
      actors: {readList: answers(ASSIGNED_KEPT), writeList: answers(), changes: says()},
    }),
    emergencies: emergenciesMachine.provide({
      actors: {readList: answers(NO_LIST), writeList: answers(), changes: says()},
    }),
    // Where it is not the subject, it takes no event that is meant for another list.
    openingHours: openingHoursListMachine.provide({
      actors: {readList: answers(), writeList: answers(), changes: says()},
    }),
    prepared: preparedMachine.provide({
      actors: {readList: answers(NO_LIST), writeList: answers(), changes: says()},
    }),
    fallbacks: fallbacksMachine.provide({}),
    fallbackVideos: fallbackVideosMachine.provide({actors: {refreshes: says(), load: answers(FALLBACKS)}}),
    fallback: fallbackMachine.provide({
      actors: {readList: answers(FALLBACK_KEPT), writeList: answers(), changes: says()},
    }),
    members: membersMachine.provide({actors: {readList: answers(MEMBERS_KEPT), writeList: answers(), changes: says()}}),
    groupEntries: groupEntriesMachine.provide({
      actors: {changes: says(), load: answers(GROUPS), save: answers(), remove: answers()},
    }),
    playlistHistory: playlistHistoryMachine.provide({actors: {refreshes: says(), load: answers(PLAYLIST_EDITS)}}),
    deviceField: deviceFieldMachine.provide({
      actors: {loadField: answers(), saveField: answers(), findChange: answers(null)},
    }),
    screenPairing: pairingMachine.provide({actors: {pair: answers()}}),
    groupAssignment: groupAssignmentMachine.provide({}),
    assignmentBatch: assignmentBatchMachine.provide({actors: {run: fromCallback(() => {})}}),
  }
}

function wallParts() {
  return {
    wall: wallMachine.provide({
      actors: {
        addressChanges: says(),
        watching: says(),
        loadFacts: answers({customers: CUSTOMERS}),
        alarms: says(),
        maintenance: says(),
        unusual: says(),
        sparklines: fromCallback(({sendBack, receive, input}) => {
          const answer = (sparklines: readonly SparklineId[]) => {
            for (const id of sparklines) sendBack({type: 'sparkline.received', series: BUCKETS, ...id})
          }
          receive(command => command.type === 'sparklines.requested' && answer(command.sparklines))
          answer(input.requested)
        }),
        turns: says(),
        awake: fromCallback(() => {}),
      },
      actions: {pushToUrl: () => {}, storeTurn: () => {}, warn: () => {}},
    }),
    apiKeys: apiKeysMachine.provide({
      actors: {load: answers({secrets: [], choices: []}), issue: answers(), revoke: answers()},
    }),
    provisioningProfiles: provisioningProfilesMachine.provide({
      actors: {load: answers({secrets: [], choices: []}), issue: answers(), revoke: answers()},
    }),
    wallLinks: wallLinksMachine.provide({
      actors: {load: answers(LINKS_LOADED), issue: answers(LINK_ISSUED), revoke: answers(DONE)},
    }),
    wallVersions: wallVersionsMachine.provide({actors: {load: answers(), refreshes: says()}}),
    wallLink: wallLinkMachine.provide({actors: {backOff: says()}, actions: {seek: () => {}}}),
    kiosk: kioskMachine.provide({
      actors: {
        accessChanges: says(),
        pulses: says(),
        watching: says(),
        ageing: says(),
        fetchPage: answers(),
        clockChecks: says({type: 'clock.checked', at: NOW, ahead: 0, hasJumped: false}),
      },
      actions: {reload: () => {}},
    }),
    walls: wallsMachine.provide({actors: {readList: answers(WALLS_KEPT), writeList: answers(), changes: says()}}),
    wallEditor: wallEditorMachine,
    shownPicture: shownPictureMachine.provide({actors: {refreshes: says(), load: answers({url: HALL})}}),
    pictureLibrary: pictureLibraryMachine.provide({
      actors: {readPictures: answers(PICTURES), send: says(), remove: answers()},
    }),
    devicePlaces: devicePlacesMachine.provide({actors: {refreshes: says(), load: answers(new Map())}}),
    panelBands: panelBandsMachine.provide({actors: {refreshes: says(), load: answers(new Map())}}),
    panelSeries: panelSeriesMachine.provide({
      actors: {refreshes: says(), load: answers({found: new Map(), span: '24h'})},
    }),
    panelFacts: panelFactsMachine.provide({
      actors: {refreshes: says(), load: answers(NO_FACTS)},
    }),
  }
}

const NO_FACTS: Facts = {kind: 'withheld', why: 'notOffered', readAt: NOW}
const NO_RELOADS: readonly Reload[] = []
const NONE: readonly UnfinishedUpload[] = []
const SHELL: ShellChoices = {rail: 'wide', letters: 'heard'}

/** The only page of a list. */
export const pageOf = (records: readonly ConsoleRecord[]): RecordPage => ({
  records,
  next: null,
  total: records.length,
  isWhole: false,
  readAt: NOW,
})

export type Parts = ReturnType<typeof createParts>
