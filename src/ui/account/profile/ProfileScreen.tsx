import {Button, NativeSelect, TextInput} from '@mantine/core'
import {useActorRef, useSelector} from '@xstate/react'
import type {FormEvent} from 'react'
import type {TemperatureUnit} from '../../../../contract/wire/common'
import type {CustomerType} from '../../../../contract/wire/people/profile'
import {PROFILE_TEXTS, type ProfileText, profileProblems, shownProfile} from '../../../domain/account/profile'
import type {CurrentUser} from '../../../domain/user'
import type {ProfileInput, ProfileLogic, ProfileRef} from '../../../machines/account/profile'
import type {ReachLogic} from '../../../machines/account/reach'
import {useApplication} from '../../kit/application'
import {FormMessage} from '../../kit/form/FormMessage'
import {focusFirst} from '../../kit/form/fields'
import wide from '../../kit/form/WideForm.module.css'
import {NoticeButton} from '../../kit/loading/Notice'
import {Skeleton} from '../../kit/loading/Skeleton'
import {PageHeader} from '../../kit/PageHeader'
import {buttons} from '../../kit/text/texts'
import {texts as common} from '../../texts'
import {type FirstWallPart, Preferences} from './Preferences'
import styles from './ProfileScreen.module.css'
import {Reach} from './Reach'
import {texts} from './texts'

export interface ProfileScreenProps {
  logic: ProfileLogic
  reach: ReachLogic
  inputOf: (userId: string) => ProfileInput
  firstWall: FirstWallPart
}

export function ProfileScreen(props: ProfileScreenProps) {
  const {session} = useApplication()
  const user = useSelector(session, ({context}) => context.user)
  return user === null ? null : <RunningProfile key={user.id} user={user} {...props} />
}

/** Starts the machine of the profile, which stops when the screen is left. */
function RunningProfile({logic, reach, inputOf, firstWall, user}: ProfileScreenProps & {user: CurrentUser}) {
  const profile = useActorRef(logic, {input: inputOf(user.id)})
  return (
    <div className={styles.screen}>
      <PageHeader title={texts.heading} />
      <p className={styles.quiet}>{texts.signedInAs(user.email)}</p>
      <div className={styles.columns}>
        <div className={styles.column}>
          <OwnData profile={profile} />
          <Reach logic={reach} />
        </div>
        <Preferences organisationId={user.organisationId} firstWall={firstWall} />
      </div>
    </div>
  )
}

function OwnData({profile}: {profile: ProfileRef}) {
  const isUnloaded = useSelector(profile, s => s.matches('unloaded'))
  const isForm = useSelector(profile, s => s.hasTag('form'))
  if (isUnloaded) return <Unloaded profile={profile} />
  if (isForm) return <ProfileForm profile={profile} />
  return (
    <div className={`${styles.panel} ${styles.waiting}`}>
      <p role="status" className={styles.quiet}>
        {texts.loading}
      </p>
      {LINES.map(line => (
        <Skeleton key={line} height="var(--control)" />
      ))}
    </div>
  )
}

const LINES = [1, 2, 3, 4, 5] as const

function Unloaded({profile}: {profile: ProfileRef}) {
  const message = useSelector(profile, ({context}) => context.message)
  const isRetrying = useSelector(profile, s => s.matches({unloaded: 'retrying'}))
  return (
    <div className={styles.panel}>
      <FormMessage kind="failed" message={message ?? ''} />
      <NoticeButton isBusy={isRetrying} onClick={() => profile.send({type: 'retry.requested'})}>
        {isRetrying ? common.retrying : buttons.retry}
      </NoticeButton>
    </div>
  )
}

function ProfileForm({profile}: {profile: ProfileRef}) {
  const isNew = useSelector(profile, s => s.matches('creating'))
  const isDraft = useSelector(profile, ({context}) => context.draft !== null)
  const canSave = useSelector(profile, s => s.can({type: 'save.requested'}))

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    profile.send({type: 'save.requested'})
    focusFirst(event.currentTarget, Object.keys(profileProblems(shownProfile(profile.getSnapshot().context))))
  }

  return (
    <form onSubmit={submit} className={wide.form} aria-label={texts.heading} noValidate>
      {isNew && <p className={styles.quiet}>{texts.create}</p>}
      <Outcome profile={profile} />
      <ProfileFields profile={profile} />
      <div className={wide.buttons}>
        <Button type="submit" aria-disabled={!canSave} aria-busy={!canSave}>
          {canSave ? buttons.save : buttons.saving}
        </Button>
        {isDraft && canSave && (
          <>
            <Button variant="default" onClick={() => profile.send({type: 'discard.requested'})}>
              {texts.discard}
            </Button>
            <span className={styles.quiet}>{texts.unsaved}</span>
          </>
        )}
      </div>
    </form>
  )
}

function Outcome({profile}: {profile: ProfileRef}) {
  const message = useSelector(profile, ({context}) => context.message)
  const hint = useSelector(profile, ({context}) => context.hint)
  const attempts = useSelector(profile, ({context}) => context.attempts)
  const isJustSaved = useSelector(profile, ({context}) => context.isJustSaved)
  if (message !== null) return <FormMessage key={attempts} kind="failed" message={message} hint={hint} />
  return isJustSaved ? <FormMessage kind="done" message={texts.saved} /> : null
}

const CUSTOMER_TYPES = ['private', 'business'] as const satisfies readonly CustomerType[]
const TEMPERATURE_UNITS = ['celsius', 'fahrenheit'] as const satisfies readonly TemperatureUnit[]

function ProfileFields({profile}: {profile: ProfileRef}) {
  return (
    <div className={wide.fields}>
      {PROFILE_TEXTS.map(field => (
        <TextField key={field} profile={profile} field={field} />
      ))}
      <CustomerTypeSelect profile={profile} />
      <TemperatureUnitSelect profile={profile} />
    </div>
  )
}

function TextField({profile, field}: {profile: ProfileRef; field: ProfileText}) {
  const value = useSelector(profile, ({context}) => shownProfile(context)[field])
  const problem = useSelector(profile, ({context}) =>
    context.isChecked ? profileProblems(shownProfile(context))[field] : undefined,
  )
  const isReadOnly = useSelector(profile, s => !s.can({type: 'save.requested'}))
  return (
    <TextInput
      name={field}
      label={texts.fields[field]}
      autoComplete={AUTO_COMPLETE[field]}
      className={styles[field]}
      value={value}
      readOnly={isReadOnly}
      error={problem === undefined ? undefined : texts.problems[problem]}
      onChange={({currentTarget}) => profile.send({type: 'draft.changed', change: {[field]: currentTarget.value}})}
    />
  )
}

const AUTO_COMPLETE: Record<ProfileText, string> = {
  name: 'given-name',
  surname: 'family-name',
  addressLine1: 'address-line1',
  addressLine2: 'address-line2',
  postcode: 'postal-code',
  city: 'address-level2',
}

function CustomerTypeSelect({profile}: {profile: ProfileRef}) {
  const value = useSelector(profile, ({context}) => shownProfile(context).customerType)
  return (
    <Choice
      label={texts.customerType}
      options={CUSTOMER_TYPES}
      names={texts.customerTypes}
      value={value}
      onChoose={customerType => profile.send({type: 'draft.changed', change: {customerType}})}
    />
  )
}

function TemperatureUnitSelect({profile}: {profile: ProfileRef}) {
  const value = useSelector(profile, ({context}) => shownProfile(context).temperatureUnit)
  return (
    <Choice
      label={texts.temperatureUnit}
      options={TEMPERATURE_UNITS}
      names={texts.temperatureUnits}
      value={value}
      onChoose={temperatureUnit => profile.send({type: 'draft.changed', change: {temperatureUnit}})}
    />
  )
}

interface ChoiceProps<Value extends string> {
  label: string
  options: readonly Value[]
  names: Record<Value, string>
  value: Value
  onChoose: (value: Value) => void
}

function Choice<Value extends string>({label, options, names, value, onChoose}: ChoiceProps<Value>) {
  return (
    <NativeSelect
      label={label}
      data={options.map(option => ({value: option, label: names[option]}))}
      value={value}
      onChange={({currentTarget}) => {
        const chosen = options.find(option => option === currentTarget.value)
        if (chosen !== undefined) onChoose(chosen)
      }}
    />
  )
}
