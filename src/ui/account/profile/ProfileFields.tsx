import {NativeSelect, TextInput} from '@mantine/core'
import {useSelector} from '@xstate/react'
import type {TemperatureUnit} from '../../../../contract/wire/common'
import type {CustomerType} from '../../../../contract/wire/people/profile'
import {PROFILE_TEXTS, type ProfileText, profileProblems, shownProfile} from '../../../domain/account/profile'
import type {ProfileRef} from '../../../machines/account/profile'
import wide from '../../kit/form/WideForm.module.css'
import styles from './ProfileScreen.module.css'
import {texts} from './texts'

const CUSTOMER_TYPES = ['private', 'business'] as const satisfies readonly CustomerType[]
const TEMPERATURE_UNITS = ['celsius', 'fahrenheit'] as const satisfies readonly TemperatureUnit[]

export function ProfileFields({profile}: {profile: ProfileRef}) {
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
