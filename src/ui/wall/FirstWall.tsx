import {NativeSelect} from '@mantine/core'
import {useActorRef, useSelector} from '@xstate/react'
import type {WallsLogic} from '../../machines/wall/walls'
import {useApplication} from '../kit/application'
import {texts} from './texts'

interface Props {
  logic: WallsLogic
  organisationId: string
}

/** Chooses the wall that the user sees first. Until the walls are read, and where they can’t be, none is offered by name. */
export function FirstWall({logic, organisationId}: Props) {
  const {preferences} = useApplication()
  const walls = useActorRef(logic, {input: {owner: {kind: 'organisation', id: organisationId, organisationId}}})
  const items = useSelector(walls, ({context}) => context.shown.items)
  const isRead = useSelector(walls, s => s.matches({list: 'stored'}))
  const message = useSelector(walls, s => (s.matches({list: 'unread'}) ? s.context.message : null))
  const first = useSelector(preferences, ({context}) => context.preferences.firstWall)
  const names = items.map(({name}) => name)
  const isMissing = first !== null && first !== '' && !names.includes(first)
  const missing = isMissing ? [{value: optionOf(first), label: isRead ? texts.own.wallGone(first) : first}] : []
  return (
    <NativeSelect
      label={texts.own.firstWall}
      description={message}
      data={[
        {value: ORGANISATION, label: texts.own.wallOfOrganisation},
        {value: optionOf(''), label: texts.own.wallOfAll},
        ...missing,
        ...names.map(name => ({value: optionOf(name), label: name})),
      ]}
      value={first === null ? ORGANISATION : optionOf(first)}
      onChange={({currentTarget: {value}}) =>
        preferences.send({
          type: 'preferences.changed',
          change: {firstWall: value === ORGANISATION ? null : value.slice(MARK.length)},
        })
      }
    />
  )
}

const ORGANISATION = ''
/** Tells a wall from the organisation's choice: the name of the wall of all devices is empty. */
const MARK = '/'
const optionOf = (name: string): string => `${MARK}${name}`
