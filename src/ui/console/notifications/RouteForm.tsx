import {Checkbox, NativeSelect, Select, TextInput} from '@mantine/core'
import {useSelector} from '@xstate/react'
import {SEVERITIES} from '../../../../contract/rules/thresholds'
import {allZones} from '../../../domain/account/zones'
import {ALL_DAYS} from '../../../domain/console/alarmRoutes/draft'
import type {AlarmRoutesRef} from '../../../machines/console/organisation/alarmRoutes'
import {DayTimeField} from '../../kit/form/DayTimeField'
import {DESCRIBED_BELOW} from '../../kit/form/fields'
import {texts as kit} from '../../kit/text/texts'
import {Escalations} from './Escalations'
import {Group, type RouteFormPart} from './Group'
import styles from './Notifications.module.css'
import {TargetFields} from './TargetFields'
import {texts as allTexts} from './texts'

const texts = allTexts.form

export function RouteForm({routes}: {routes: AlarmRoutesRef}) {
  const isBusy = useSelector(routes, s => s.hasTag('busy'))
  const draft = useSelector(routes, ({context}) => context.draft)
  const problems = useSelector(routes, ({context}) => context.problems)
  const part: RouteFormPart = {
    draft,
    problems,
    isBusy,
    change: change => routes.send({type: 'draft.changed', change}),
  }

  return (
    <>
      <TextInput
        name="name"
        label={texts.name}
        data-autofocus
        autoComplete="off"
        required
        value={draft.name}
        readOnly={isBusy}
        error={problems.name}
        onChange={({currentTarget}) => part.change({name: currentTarget.value})}
      />
      <Group legend={texts.whom}>
        <TargetFields target={draft} suffix="" {...{problems, isBusy}} onChanged={part.change} />
      </Group>
      <Filters {...part} />
      <Hours {...part} />
      <Escalations {...part} />
    </>
  )
}

function Filters({draft, problems, isBusy, change}: RouteFormPart) {
  return (
    <Group legend={texts.which}>
      <div className={styles.fields}>
        <NativeSelect
          label={texts.severity}
          value={draft.severity}
          disabled={isBusy}
          data={[{value: '', label: texts.any}, ...SEVERITIES.map(value => ({value, label: kit.severities[value]}))]}
          onChange={({currentTarget: {value}}) => change({severity: SEVERITIES.find(known => known === value) ?? ''})}
        />
        <NativeSelect
          label={texts.kind}
          value={draft.kind}
          disabled={isBusy}
          data={[{value: '', label: texts.any}, ...KINDS.map(value => ({value, label: allTexts.kinds[value]}))]}
          onChange={({currentTarget: {value}}) => change({kind: KINDS.find(known => known === value) ?? ''})}
        />
        {(['labels', 'types'] as const).map(name => (
          <TextInput
            key={name}
            name={name}
            label={texts[name]}
            inputWrapperOrder={DESCRIBED_BELOW}
            description={texts.listHint}
            autoComplete="off"
            value={draft[name]}
            readOnly={isBusy}
            error={problems[name]}
            onChange={({currentTarget}) => change({[name]: currentTarget.value})}
          />
        ))}
      </div>
    </Group>
  )
}

const KINDS = ['value', 'silence'] as const

const EXAMPLES = {from: '22:00', until: '06:00'}

function Hours({draft, problems, isBusy, change}: RouteFormPart) {
  return (
    <Group legend={texts.when}>
      <Checkbox
        label={texts.isAlways}
        checked={draft.isAlways}
        disabled={isBusy}
        onChange={({currentTarget}) => change({isAlways: currentTarget.checked})}
      />
      {!draft.isAlways && (
        <>
          <div className={styles.fields}>
            {(['from', 'until'] as const).map(name => (
              <DayTimeField
                key={name}
                placeholder={EXAMPLES[name]}
                name={name}
                label={texts[name]}
                value={draft[name]}
                readOnly={isBusy}
                error={problems[name]}
                onChange={({currentTarget}) => change({[name]: currentTarget.value})}
              />
            ))}
            <Select
              label={texts.zone}
              searchable
              allowDeselect={false}
              limit={200}
              withScrollArea={false}
              classNames={{options: styles.zones ?? ''}}
              comboboxProps={{withinPortal: false, offset: 2, shadow: 'md'}}
              data={allZones().map(name => ({value: name, label: name.replaceAll('_', ' ')}))}
              value={draft.zone}
              onChange={zone => zone !== null && change({zone})}
            />
          </div>
          <Checkbox.Group
            label={texts.days}
            value={draft.days.map(String)}
            onChange={days => change({days: ALL_DAYS.filter(day => days.includes(String(day)))})}
          >
            <div className={styles.days}>
              {allTexts.dayNames.split(' ').map((day, at) => (
                <Checkbox key={day} value={String(at + 1)} label={day} />
              ))}
            </div>
          </Checkbox.Group>
          <p className={styles.note}>{texts.hoursHint}</p>
        </>
      )}
    </Group>
  )
}
