import {Textarea, TextInput} from '@mantine/core'
import {ROUTE_ROTAS_LIMIT} from '../../../../contract/rules/alarmRoutes'
import {emailsIn, type FixedField, TARGET_FORMS} from '../../../domain/console/alarmRoutes/targets'
import {DESCRIBED_BELOW} from '../../kit/form/fields'
import {ManyPicker, Picker} from '../../kit/picker/Picker'
import {Channels, type TargetFieldsProps} from './Channels'
import {useChoices} from './choices'
import styles from './Notifications.module.css'
import {SecretInput} from './SecretInput'
import {texts as allTexts} from './texts'

const texts = allTexts.form

/** The recipients of a step: the fields of each channel. */
export function TargetFields(props: TargetFieldsProps) {
  const fixed = Object.entries(TARGET_FORMS).map(([kind, {fields}]) => {
    const inputs = fields.map(name => <TargetField key={name} {...props} name={name} />)
    return inputs.length === 1 ? (
      inputs
    ) : (
      <div key={kind} className={styles.fields}>
        {inputs}
      </div>
    )
  })
  return (
    <>
      {fixed}
      <Rotas {...props} />
      <Channels {...props} />
    </>
  )
}

/** A rota that was deleted stays chosen until it is taken out. */
function Rotas({target: {rotas: chosen}, onChanged, isBusy}: TargetFieldsProps) {
  const {rotas} = useChoices()
  if (rotas.length === 0 && chosen.length === 0) return null
  const deleted = chosen.filter(id => rotas.every(rota => rota.id !== id))
  return (
    <ManyPicker
      label={texts.rotas}
      readOnly={isBusy}
      maxValues={ROUTE_ROTAS_LIMIT}
      data={[
        ...rotas.map(({id, name}) => ({value: id, label: name})),
        ...deleted.map(id => ({value: id, label: allTexts.rota('?')})),
      ]}
      value={chosen}
      onChosen={ids => onChanged({rotas: ids})}
    />
  )
}

function TargetField({name, target, suffix, problems, isBusy, onChanged}: TargetFieldsProps & {name: FixedField}) {
  const shared = {
    name: `${name}${suffix}` as const,
    label: texts[name],
    value: target[name],
    readOnly: isBusy,
    error: problems[`${name}${suffix}`],
    autoComplete: 'off',
    spellCheck: false,
    onChange: ({currentTarget}: {currentTarget: {value: string}}) => onChanged({[name]: currentTarget.value}),
  }
  switch (name) {
    case 'emails':
      return (
        <>
          <Textarea
            {...shared}
            inputWrapperOrder={DESCRIBED_BELOW}
            description={texts.emailsHint}
            rows={2}
            autosize={false}
          />
          <People target={target} isBusy={isBusy} onChanged={onChanged} />
        </>
      )
    case 'secret':
      return (
        <SecretInput
          name={shared.name}
          label={shared.label}
          value={shared.value}
          stored={target.storedSecret}
          error={shared.error}
          readOnly={isBusy}
          description={texts.secretHint}
          onTyped={value => onChanged({secret: value})}
        />
      )
    case 'url':
      return <TextInput {...shared} inputMode="url" placeholder="https://example.com/alarms" />
    default:
      return <TextInput {...shared} />
  }
}

/** Adds the address of a user to those that are typed. */
function People({target, isBusy, onChanged}: Pick<TargetFieldsProps, 'target' | 'isBusy' | 'onChanged'>) {
  const {emails} = useChoices()
  const typed = emailsIn(target.emails)
  const others = emails.filter(email => !typed.includes(email))
  if (others.length === 0) return null
  return (
    <Picker
      label={texts.person}
      placeholder={texts.choosePerson}
      isHeld={false}
      readOnly={isBusy}
      data={others.map(email => ({value: email, label: email}))}
      value=""
      onChosen={email => email !== '' && onChanged({emails: [...typed, email].join('\n')})}
    />
  )
}
