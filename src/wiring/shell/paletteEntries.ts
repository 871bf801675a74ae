import {LANGUAGE_CODES, LANGUAGES} from '../../../contract/languages/languages'
import type {Offer} from '../../../contract/wire/capabilities'
import {type Alarm, compareAlarms, shownSeverity} from '../../domain/alarm'
import {EVERY_ALARM, searchFromList} from '../../domain/alarms/filter'
import {consolePaths} from '../../domain/console/paths'
import type {ConsoleRecord} from '../../domain/console/records/description'
import {typedText} from '../../domain/console/records/draft'
import {settingsPages} from '../../domain/console/settingsPages'
import {may} from '../../domain/rights'
import type {PaletteAction, PaletteEntry} from '../../domain/shell/palette'
import {placesOf} from '../../domain/shell/shell'
import type {DeviceEntry} from '../../domain/telemetry/devices/device'
import {DEFAULT_VIEW, searchFromView} from '../../domain/telemetry/view'
import type {CurrentUser} from '../../domain/user'
import {alarmsPath, availabilityPath, maintenancePath, onCallPath, reportPath, shiftPath} from '../../ui/alarmPaths'
import {texts as consoleTexts} from '../../ui/console/texts'
import {texts as kit} from '../../ui/kit/text/texts'
import {texts} from '../../ui/shell/palette/texts'
import {texts as common} from '../../ui/texts'

type User = Pick<CurrentUser, 'authority'>

/** What can be found without asking the server: the pages that the user may open, and the actions. */
export function placeEntries(user: User, offered: Offer | null, has = {hasOverview: false}): readonly PaletteEntry[] {
  const hasAdditions = offered !== 'specified'
  const pages = placesOf(user.authority, offered, has).map(({name, path}) => page(path, common.navigation[name]))
  const paths = consolePaths(user.authority)
  const ofSettings = settingsOf(user, hasAdditions)
  const admin = [
    ...(may(user.authority, 'organisation.create')
      ? [page(paths.create('organisation'), texts.pages.createOrganisation)]
      : []),
    ...(hasAdditions && may(user.authority, 'audit') ? [page(paths.audit, texts.pages.audit)] : []),
  ]
  const security = hasAdditions ? [page('/security', common.navigation.security)] : []
  const ofAlarms = pages.some(({id}) => id === pageId(alarmsPath)) ? alarmPages(user) : []
  const ofValues = hasAdditions && pages.some(({id}) => id === pageId('/dashboard')) ? [mostUnusual()] : []
  return [
    ...pages,
    ...ofValues,
    ...ofAlarms,
    ...ofSettings,
    ...security,
    ...admin,
    page('/docs', texts.pages.docs),
    ...actions(),
  ]
}

/** Dashboards and walls each read their own order. */
const mostUnusual = () => page('/dashboard?sort=unusual&order=unusual', texts.pages.unusual)

const alarmPages = ({authority}: User): readonly PaletteEntry[] => [
  page(shiftPath, texts.pages.shift),
  page(reportPath, texts.pages.alarmReport),
  page(availabilityPath, texts.pages.availability),
  page(maintenancePath, texts.pages.maintenance),
  ...(may(authority, 'notifications') ? [page(onCallPath, texts.pages.onCall)] : []),
]

/** The pages of the own organisation's settings; a system admin looks for the organisation. */
function settingsOf({authority}: User, hasAdditions: boolean): readonly PaletteEntry[] {
  if (!may(authority, 'organisation.read') || may(authority, 'organisation.list')) return []
  const paths = consolePaths(authority)
  return settingsPages(authority, hasAdditions).flatMap(name =>
    name === 'overview'
      ? []
      : [{...page(paths.settings(name), consoleTexts.tabs[name]), detail: common.navigation.settings}],
  )
}

const pageId = (to: string) => `page:${to}`

const page = (to: string, label: string): PaletteEntry => ({
  id: pageId(to),
  kind: 'page',
  label,
  detail: '',
  recordId: null,
  action: {type: 'go', to},
})

function actions(): readonly PaletteEntry[] {
  const {actions: names, hints} = texts
  return [
    action('theme.system', names.system, hints.theme, {type: 'change', change: {theme: 'system'}}),
    action('theme.light', names.light, hints.theme, {type: 'change', change: {theme: 'light'}}),
    action('theme.dark', names.dark, hints.theme, {type: 'change', change: {theme: 'dark'}}),
    action('density.comfortable', names.comfortable, hints.density, {type: 'change', change: {density: 'comfortable'}}),
    action('density.compact', names.compact, hints.density, {type: 'change', change: {density: 'compact'}}),
    ...LANGUAGE_CODES.map(language =>
      action(`language.${language}`, LANGUAGES[language].name, hints.language, {type: 'change', change: {language}}),
    ),
    action('copyLink', names.copyLink, '', {type: 'copyLink'}),
    action('keys', names.keys, '', {type: 'showKeys'}),
    action('logOut', common.navigation.logOut, '', {type: 'go', to: '/logout'}),
  ]
}

const action = (name: string, label: string, detail: string, action: PaletteAction): PaletteEntry => ({
  id: `action:${name}`,
  kind: 'action',
  label,
  detail,
  recordId: null,
  action,
})

/** Admins find the page of a device besides its dashboard; that of the console comes first for a system admin. */
export function deviceEntries(devices: readonly DeviceEntry[], {authority}: User): readonly PaletteEntry[] {
  const paths = consolePaths(authority)
  return devices.flatMap(({id, name, label, type}) => {
    const known = {kind: 'device', detail: [label, type].filter(Boolean).join(' · '), recordId: id} as const
    const toDashboard = {type: 'go', to: dashboardPath(id, null)} as const
    const dashboard = {...known, id: `device:${id}`, action: toDashboard}
    if (!may(authority, 'device.read')) return [{...dashboard, label: name}]
    const toPage = {type: 'go', to: paths.record('device', id)} as const
    const record = {...known, id: `record:${id}`, action: toPage}
    if (!may(authority, 'organisation.list'))
      return [
        {...dashboard, label: name},
        {...record, label: texts.settingsOf(name)},
      ]
    return [
      {...record, label: name},
      {...dashboard, label: texts.dashboardOf(name)},
    ]
  })
}

/** The alarm that a device is in is found by the name of the device, and opened beside the list. */
export const alarmEntries = (alarms: readonly Alarm[]): readonly PaletteEntry[] =>
  alarms.toSorted(compareAlarms).map(alarm => {
    const {id, deviceName, deviceLabel, key} = alarm
    return {
      id: `alarm:${id}`,
      kind: 'alarm',
      label: `${deviceName} · ${key}`,
      detail: [kit.severities[shownSeverity(alarm) ?? 'warning'], deviceLabel].filter(Boolean).join(' · '),
      recordId: null,
      action: {type: 'go', to: `${alarmsPath}${searchFromList({...EVERY_ALARM, tab: 'active'}, id)}`},
    }
  })

export function keyEntries(devices: readonly DeviceEntry[], keys: ReadonlyMap<string, readonly string[]>) {
  return devices.flatMap(({id, name, label}) =>
    (keys.get(id) ?? []).map(
      (key): PaletteEntry => ({
        id: `key:${id}:${key}`,
        kind: 'key',
        label: `${name} · ${key}`,
        detail: label ?? '',
        recordId: null,
        action: {type: 'go', to: dashboardPath(id, key)},
      }),
    ),
  )
}

export const organisationEntries = (
  organisations: readonly ConsoleRecord[],
  {authority}: User,
): readonly PaletteEntry[] =>
  organisations.map(({id, values}) => ({
    id: `organisation:${id}`,
    kind: 'organisation',
    label: typedText(values.title),
    detail: '',
    recordId: id,
    action: {type: 'go', to: consolePaths(authority).record('organisation', id)},
  }))

const dashboardPath = (deviceId: string, key: string | null): string =>
  `/dashboard${searchFromView({...DEFAULT_VIEW, deviceId, key})}`
