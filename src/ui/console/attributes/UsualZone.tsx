import {Button} from '@mantine/core'
import {useActorRef, useSelector} from '@xstate/react'
import {usualZone} from '../../../../contract/rules/usual/zone'
import {isSameAttribute, USUAL_SETTING} from '../../../domain/console/attribute'
import type {AttributesRef, AttributesSnapshot} from '../../../machines/console/record/attributes'
import {Panel} from '../../kit/Panel'
import {useConsole} from '../logic'
import {AttributeDialog} from './AttributeDialog'
import {LoadedAttributes} from './Attributes'
import styles from './Attributes.module.css'
import {texts} from './texts'

const settingIn = ({context: {attributes}}: AttributesSnapshot) =>
  attributes.find(attribute => isSameAttribute(attribute, USUAL_SETTING))

/** Says by the weeks of which time zone the server learns what is usual, and changes it. */
export function UsualZone({organisationId}: {organisationId: string}) {
  const logic = useConsole()
  const owner = {kind: 'organisation', id: organisationId, organisationId} as const
  const attributes = useActorRef(logic.attributes, {input: {owner, now: logic.now()}})
  return (
    <Panel title={texts.usual.title}>
      <LoadedAttributes attributes={attributes}>
        <Zone attributes={attributes} />
      </LoadedAttributes>
      <AttributeDialog attributes={attributes} isOnlyZone />
    </Panel>
  )
}

function Zone({attributes}: {attributes: AttributesRef}) {
  const zone = useSelector(attributes, s => usualZone(settingIn(s)?.value.value))
  const isShown = useSelector(attributes, s => s.matches('shown'))
  const open = () => {
    const attribute = settingIn(attributes.getSnapshot())
    attributes.send({type: 'scope.chosen', scope: USUAL_SETTING.scope})
    attributes.send(attribute === undefined ? {type: 'add.requested'} : {type: 'edit.requested', attribute})
    if (attribute?.value.type === 'json') return
    attributes.send({type: 'type.chosen', valueType: 'json'})
    attributes.send({type: 'draft.changed', change: {key: USUAL_SETTING.key, text: JSON.stringify({timeZone: zone})}})
  }
  return (
    <>
      <p className={styles.usual}>
        {texts.usual.learned(zone.replaceAll('_', ' '))}
        <Button size="compact-sm" variant="default" disabled={!isShown} onClick={open}>
          {texts.usual.change}
        </Button>
      </p>
      <p className={styles.note}>{texts.usual.hint}</p>
    </>
  )
}
