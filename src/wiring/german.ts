import {german as routeRules} from '../domain/console/alarmRoutes/texts.de'
import {german as auditRules} from '../domain/console/auditTexts.de'
import {german as deviceImport} from '../domain/console/deviceImport/texts.de'
import {german as recordTexts} from '../domain/console/records/texts.de'
import * as records from '../domain/console/records/words.de'
import {german as consoleRules} from '../domain/console/texts.de'
import {german as thresholdRules} from '../domain/console/thresholds/texts.de'
import {german as format} from '../domain/format/texts.de'
import type {Translation} from '../domain/language'
import {german as limits} from '../domain/telemetry/texts.de'
import * as machines from '../machines/texts.de'
import {german as profile} from '../ui/account/profile/texts.de'
import {german as security} from '../ui/account/security/texts.de'
import {german as account} from '../ui/account/texts.de'
import {german as bell} from '../ui/alarms/bell/texts.de'
import {german as alarms} from '../ui/alarms/texts.de'
import {german as apiKeys} from '../ui/console/apiKeys/texts.de'
import {german as attributes} from '../ui/console/attributes/texts.de'
import {german as audit} from '../ui/console/audit/texts.de'
import {german as commands} from '../ui/console/commands/texts.de'
import {german as device} from '../ui/console/device/texts.de'
import {german as importing} from '../ui/console/import/texts.de'
import {german as lines} from '../ui/console/lines/texts.de'
import {german as bulk} from '../ui/console/list/bulkTexts.de'
import {german as list} from '../ui/console/list/texts.de'
import {german as listViews} from '../ui/console/list/viewTexts.de'
import {german as notifications} from '../ui/console/notifications/texts.de'
import {german as overview} from '../ui/console/overview/texts.de'
import {german as provisioning} from '../ui/console/provisioning/texts.de'
import {german as record} from '../ui/console/record/texts.de'
import {german as console} from '../ui/console/texts.de'
import {german as thresholds} from '../ui/console/thresholds/texts.de'
import {german as keys} from '../ui/kit/keyTexts.de'
import {german as table} from '../ui/kit/table/texts.de'
import {german as kit} from '../ui/kit/texts.de'
import {german as timeRange} from '../ui/kit/timeRange/texts.de'
import {german as plays} from '../ui/media/plays/texts.de'
import {german as preview} from '../ui/media/preview/texts.de'
import {german as media} from '../ui/media/texts.de'
import {german as uploads} from '../ui/media/uploads/texts.de'
import {german as videos} from '../ui/media/videos/texts.de'
import {german as player} from '../ui/player/texts.de'
import {german as replay} from '../ui/replay/texts.de'
import {german as session} from '../ui/session/texts.de'
import {german as palette} from '../ui/shell/palette/texts.de'
import {german as shell} from '../ui/shell/texts.de'
import {german as compare} from '../ui/telemetry/dashboard/compare/texts.de'
import {german as dashboard} from '../ui/telemetry/dashboard/texts.de'
import {german as freshness} from '../ui/telemetry/freshness/texts.de'
import {german as home} from '../ui/telemetry/home/texts.de'
import {german as page} from '../ui/texts.de'
import {german as wallLinks} from '../ui/wall/links/texts.de'
import {german as wall} from '../ui/wall/texts.de'

export {messages} from './messages.de'

/** The texts of every area in German, loaded by those who want German. A test names the areas that are missing. */
export const german = {
  page,
  shell,
  palette,
  keys,
  kit,
  session,
  account,
  'account.profile': profile,
  'account.security': security,
  player,
  'telemetry.limits': limits,
  'telemetry.freshness': freshness,
  'telemetry.home': home,
  'telemetry.dashboard': dashboard,
  'telemetry.compare': compare,
  alarms,
  'alarms.bell': bell,
  media,
  wall,
  replay,
  wallLinks,
  console,
  'console.list': list,
  'console.lines': lines,
  'console.apiKeys': apiKeys,
  'kit.table': table,
  'kit.timeRange': timeRange,
  'console.list.viewTexts': listViews,
  'console.records': recordTexts,
  'console.list.bulkTexts': bulk,
  'console.overview': overview,
  'console.provisioning': provisioning,
  'console.record': record,
  'console.attributes': attributes,
  'console.audit': audit,
  'console.commands': commands,
  'console.device': device,
  'console.import': importing,
  'media.uploads': uploads,
  'media.videos': videos,
  'media.preview': preview,
  'media.plays': plays,
  format,
  'domain.console': consoleRules,
  'domain.console.audit': auditRules,
  'domain.console.deviceImport': deviceImport,
  'records.organisation': records.organisations,
  'records.customer': records.customers,
  'records.user': records.users,
  'records.device': records.devices,
  'records.asset': records.assets,
  'records.consequences': records.consequences,
  'machines.hint': machines.hint,
  'machines.session': machines.session,
  'machines.preferences': machines.preferences,
  'machines.account': machines.account,
  'machines.verification': machines.verification,
  'machines.profile': machines.profile,
  'machines.security': machines.security,
  'machines.secondFactor': machines.secondFactor,
  'machines.rescue': machines.rescue,
  'machines.ownSessions': machines.ownSessions,
  'machines.invitation': machines.invitation,
  'machines.signOutEverywhere': machines.signOutEverywhere,
  'machines.home': machines.home,
  'machines.detail': machines.detail,
  'machines.annotations': machines.annotations,
  'machines.deviceImport': machines.deviceImport,
  'machines.credentials': machines.credentials,
  'machines.attributes': machines.attributes,
  'machines.alarmRoutes': machines.alarmRoutes,
  'machines.commands': machines.commands,
  'machines.deliveries': machines.deliveries,
  'domain.alarmRoutes': routeRules,
  'console.notifications': notifications,
  'machines.thresholds': machines.thresholds,
  'domain.thresholds': thresholdRules,
  'console.thresholds': thresholds,
  'machines.choices': machines.choices,
  'machines.recordList': machines.recordList,
  'machines.bulk': machines.bulk,
  'machines.alarmList': machines.alarmList,
  'machines.alarmPage': machines.alarmPage,
  'machines.alarmReport': machines.alarmReport,
  'machines.auditTrail': machines.auditTrail,
  'machines.organisationHealth': machines.organisationHealth,
  'machines.upload': machines.upload,
  'machines.videos': machines.videos,
  'machines.preview': machines.preview,
  'machines.plays': machines.plays,
  'machines.lists': machines.lists,
  'machines.wishes': machines.wishes,
  'machines.walls': machines.walls,
  'machines.wallLinks': machines.wallLinks,
  'machines.provisioningProfiles': machines.provisioningProfiles,
  'machines.apiKeys': machines.apiKeys,
  'machines.groups': machines.groups,
  'machines.deviceLabel': machines.deviceLabel,
  'machines.pairing': machines.pairing,
} satisfies Translation
