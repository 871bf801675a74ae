import {useActorRef, useSelector} from '@xstate/react'
import type {ReactNode} from 'react'
import {isLinkDown} from '../../../domain/link'
import type {Facts, FactsAsked} from '../../../domain/wall/facts/facts'
import type {LoadPanelFacts, PanelFactsLogic} from '../../../machines/wall/panelFacts'
import type {WallRef} from '../../../machines/wall/wall'
import {useApplication} from '../../kit/application'
import {LazyPart} from '../../kit/loading/LazyPart'
import {Waiting, WhileRead} from '../panels/WhileRead'
import {Message} from '../panels/WholeRows'
import {texts} from './texts'

interface Props {
  load: LoadPanelFacts
  asked: FactsAsked
  children: (found: Facts) => ReactNode
}

/** Reads the data of a panel besides latest values. A changed question starts a new reading. */
export const FactsOf = ({load, ...props}: Props) => (
  <LazyPart load={load} waiting={<Waiting />}>
    {logic => <Read key={JSON.stringify(props.asked)} logic={logic} {...props} />}
  </LazyPart>
)

function Read({logic, asked, children}: Omit<Props, 'load'> & {logic: PanelFactsLogic}) {
  const machine = useActorRef(logic, {input: asked})
  const found = useSelector(machine, s => s.context.value)
  return (
    <WhileRead machine={machine}>
      {found?.kind === 'withheld' ? <Message>{texts.withheld[found.why]}</Message> : found !== null && children(found)}
    </WhileRead>
  )
}

/** Returns a function that writes the time of an answer, and that it is old while the link is down. */
export function useAsOf(wall: WallRef): (found: Facts) => string {
  const {formats} = useApplication()
  const isCut = useSelector(wall, s => isLinkDown(s.context.board.link))
  return ({readAt}) => (isCut ? texts.cut : texts.asOf)(formats.time(readAt, 'minute'))
}
