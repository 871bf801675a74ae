import {Checkbox, NativeSelect} from '@mantine/core'
import {useSelector} from '@xstate/react'
import type {ComponentType} from 'react'
import {LANGUAGE_CODES, LANGUAGES} from '../../../../contract/languages/languages'
import {minuteText} from '../../../../contract/rules/time/schedule'
import {allZones} from '../../../domain/account/zones'
import {dashboardVariant} from '../../../domain/landing'
import {
  DENSITIES,
  HOURS,
  type Preferences as Preferred,
  type QuietHours as Quiet,
  quietFrom,
  THEMES,
} from '../../../domain/preferences'
import type {PreferencesSnapshot} from '../../../machines/preferences'
import {useApplication, useHasAdditions} from '../../kit/application'
import {DaysField} from '../../kit/form/DaysField'
import wide from '../../kit/form/WideForm.module.css'
import {LazyPart} from '../../kit/loading/LazyPart'
import {RetryButton, useTried} from '../../kit/loading/Retry'
import {Picker} from '../../kit/picker/Picker'
import {zoneOptions} from '../../kit/picker/ZoneField'
import {useViewer} from '../../kit/viewer'
import styles from './ProfileScreen.module.css'
import {texts} from './texts'

/** Loads the choice of the wall that the user sees first. */
export type FirstWallPart = () => Promise<ComponentType<{organisationId: string}>>

interface Props {
  organisationId: string | null
  firstWall: FirstWallPart
}

/** The user's preferences for the pages. A change takes effect at once, and is saved by itself. */
export function Preferences(props: Props) {
  return (
    <section className={styles.preferences} aria-labelledby="preferences">
      <h2 id="preferences">{texts.preferences.heading}</h2>
      <div className={wide.fields}>
        <Choice
          name="theme"
          label={texts.preferences.theme}
          options={THEMES}
          nameOf={theme => texts.preferences.themes[theme]}
        />
        <Choice
          name="language"
          label={texts.preferences.language}
          options={LANGUAGE_CODES}
          nameOf={language => LANGUAGES[language].name}
        />
        <ZoneSelect />
        <HoursSelect />
        <Choice
          name="density"
          label={texts.preferences.density}
          options={DENSITIES}
          nameOf={density => texts.preferences.densities[density]}
        />
        <OwnFirstWall {...props} />
      </div>
      <h3>{texts.quiet.heading}</h3>
      <QuietHours />
      <WeeklyReport />
      <WhereStored />
    </section>
  )
}

/** Only users of an organisation with walls see one first. */
function OwnFirstWall({organisationId, firstWall}: Props) {
  const {config} = useApplication()
  const hasAdditions = useHasAdditions()
  if (organisationId === null || dashboardVariant(organisationId, config) !== 'wall' || !hasAdditions) return null
  return (
    <LazyPart load={firstWall} waiting={null} isQuiet>
      {FirstWall => <FirstWall organisationId={organisationId} />}
    </LazyPart>
  )
}

/** Only these users get mail. */
function WeeklyReport() {
  const {preferences} = useApplication()
  const {authority} = useViewer()
  const isRequested = useSelector(preferences, ({context}) => context.preferences.weeklyReport)
  if (authority !== 'ORGANISATION_ADMIN') return null
  return (
    <Checkbox
      label={texts.preferences.weeklyReport}
      checked={isRequested}
      onChange={({currentTarget}) =>
        preferences.send({type: 'preferences.changed', change: {weeklyReport: currentTarget.checked}})
      }
    />
  )
}

interface ChoiceProps<Name extends 'theme' | 'density' | 'language'> {
  name: Name
  label: string
  options: readonly Preferred[Name][]
  nameOf: (option: Preferred[Name]) => string
}

function Choice<Name extends 'theme' | 'density' | 'language'>({name, label, options, nameOf}: ChoiceProps<Name>) {
  const {preferences} = useApplication()
  const value = useSelector(preferences, ({context}) => context.preferences[name])
  return (
    <NativeSelect
      label={label}
      data={options.map(option => ({value: option, label: nameOf(option)}))}
      value={value}
      onChange={({currentTarget}) => {
        const chosen = options.find(option => option === currentTarget.value)
        if (chosen !== undefined) preferences.send({type: 'preferences.changed', change: {[name]: chosen}})
      }}
    />
  )
}

const BROWSER = 'browser'

function ZoneSelect() {
  const {preferences} = useApplication()
  const zone = useSelector(preferences, ({context}) => context.preferences.zone)
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone
  const zones = zone === null || allZones().includes(zone) ? allZones() : [zone, ...allZones()]
  return (
    <Picker
      label={texts.preferences.zone}
      data={[{value: BROWSER, label: texts.preferences.browserZone(own)}, ...zoneOptions(zones)]}
      value={zone ?? BROWSER}
      onChosen={chosen =>
        preferences.send({type: 'preferences.changed', change: {zone: chosen === BROWSER ? null : chosen}})
      }
    />
  )
}

function HoursSelect() {
  const {preferences} = useApplication()
  const value = useSelector(preferences, ({context}) => context.preferences.hours)
  return (
    <NativeSelect
      label={texts.preferences.hours}
      data={[
        {value: BROWSER, label: texts.preferences.hoursOfLanguage},
        ...HOURS.map(hours => ({value: hours, label: texts.preferences.hourKinds[hours]})),
      ]}
      value={value ?? BROWSER}
      onChange={({currentTarget}) => {
        const hours = HOURS.find(known => known === currentTarget.value) ?? null
        preferences.send({type: 'preferences.changed', change: {hours}})
      }}
    />
  )
}

function WhereStored() {
  const {preferences} = useApplication()
  const state = useSelector(preferences, placeOf)
  const message = useSelector(preferences, ({context}) => context.message)
  const {isFailed, isRetrying} = useTried(state === 'unsaved', state === 'reading' || state === 'saving')
  const isOtherSpoken = useSelector(preferences, ({context}) => context.preferences.language !== context.spoken)
  return (
    <div className={styles.stored}>
      <p role="status" className={styles.quiet}>
        {message !== null && `${message} `}
        {texts.preferences.states[state]}
        {isOtherSpoken && ` ${texts.preferences.languageNext}`}
      </p>
      {isFailed && (
        <RetryButton
          size="compact-sm"
          isBusy={isRetrying}
          text={texts.preferences.retry}
          onClick={() => preferences.send({type: 'retry.requested'})}
        />
      )}
    </div>
  )
}

const placeOf = ({value}: PreferencesSnapshot): PreferencesSnapshot['value'] => value

const NONE = ''
const TIMES = Array.from({length: 48}, (_, half) => minuteText(half * 30))

/** The hours without notifications that can wait. */
function QuietHours() {
  const {preferences, zone} = useApplication()
  const quiet = useSelector(preferences, ({context}) => context.preferences.quiet)
  const change = (next: Quiet | null) => preferences.send({type: 'preferences.changed', change: {quiet: next}})
  return (
    <>
      <div className={wide.fields}>
        <NativeSelect
          label={texts.quiet.from}
          data={[{value: NONE, label: texts.quiet.none}, ...timesWith(quiet?.from)]}
          value={quiet?.from ?? NONE}
          onChange={({currentTarget: {value}}) =>
            change(value === NONE ? null : {...quietFrom(quiet, zone), from: value})
          }
        />
        {quiet !== null && (
          <NativeSelect
            label={texts.quiet.until}
            data={timesWith(quiet.until)}
            value={quiet.until}
            onChange={({currentTarget: {value}}) => change({...quiet, until: value})}
          />
        )}
      </div>
      {quiet !== null && (
        <DaysField
          label={texts.quiet.days}
          className={styles.days}
          days={quiet.days}
          onChosen={days => change(days.length === 0 ? null : {...quiet, days})}
        />
      )}
      <p className={styles.quiet}>
        {quiet === null ? texts.quiet.hint : texts.quiet.zone(quiet.zone.replaceAll('_', ' '))}
      </p>
    </>
  )
}

const timesWith = (time: string | undefined): string[] =>
  time === undefined || TIMES.includes(time) ? TIMES : [time, ...TIMES]
