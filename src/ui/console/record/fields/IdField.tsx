import {useActorRef, useSelector} from '@xstate/react'
import {useMemo} from 'react'
import type {EntityType} from '../../../../../contract/wire/entities/attribute'
import {organisationOf} from '../../../../domain/console/records/belonging'
import {DESCRIPTIONS} from '../../../../domain/console/records/descriptions'
import type {ChoicesInput} from '../../../../machines/console/record/choices'
import type {RecordSnapshot} from '../../../../machines/console/record/record'
import {useConsole} from '../../logic'
import {texts} from '../texts'
import {ChosenId} from './ChosenId'
import type {IdFieldProps} from './idFieldProps'
import {createKeptFocus} from './keptFocus'
import {TypedId} from './TypedId'
import {UnlistedId} from './UnlistedId'

/** Offers only records of the same organisation; without an organisation the id can only be typed. */
export function IdField(props: IdFieldProps) {
  const {record, names} = props
  const within = useSelector(record, ({context}) => organisationOf(context))
  const before = useSelector(record, ({context}) => organisationOf({...context, draft: {}}))
  const except = useSelector(record, snapshot => selfAmong(snapshot, names))
  if (within === '' && names !== 'organisation') return <TypedId {...props} hint={texts.picker.noOrganisation} />
  const organisationId = names === 'organisation' ? '' : within
  const isJustChosen = organisationId !== '' && within !== before
  const input = {description: DESCRIPTIONS[names], organisationId, except, isJustChosen}
  return <Listed key={organisationId} input={input} {...props} />
}

function selfAmong({context: {description, record}}: RecordSnapshot, names: EntityType): string | null {
  return description.kind === names ? (record?.id ?? null) : null
}

function Listed({input, ...props}: IdFieldProps & {input: ChoicesInput}) {
  const {choices: logic} = useConsole()
  const choices = useActorRef(logic, {input})
  const isFailed = useSelector(choices, s => s.matches('failed'))
  const keptFocus = useMemo(createKeptFocus, [])
  return isFailed ? (
    <UnlistedId choices={choices} keptFocus={keptFocus} {...props} />
  ) : (
    <ChosenId choices={choices} keptFocus={keptFocus} {...props} />
  )
}
