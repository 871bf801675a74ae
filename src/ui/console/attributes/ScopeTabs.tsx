import {Tabs} from '@mantine/core'
import {useSelector} from '@xstate/react'
import {type ScopeName, scopeName} from '../../../../contract/rules/scopeName'
import type {AttributeScope} from '../../../../contract/wire/entities/attribute'
import {attributesIn} from '../../../domain/console/attribute'
import type {AttributesRef} from '../../../machines/console/record/attributes'
import styles from './Attributes.module.css'
import {AttributeTable} from './AttributeTable'
import {texts} from './texts'

/** In the order of the tabs, which the specification begins with the shared scope. */
const SCOPES = [
  {name: 'shared', scope: 2},
  {name: 'server', scope: 1},
  {name: 'client', scope: 0},
] as const satisfies readonly {name: ScopeName; scope: AttributeScope}[]

interface Props {
  attributes: AttributesRef
  isReadOnly: boolean
}

export function ScopeTabs({attributes, isReadOnly}: Props) {
  const scope = useSelector(attributes, ({context}) => context.scope)
  const all = useSelector(attributes, ({context}) => context.attributes)
  return (
    <Tabs
      value={scopeName(scope)}
      onChange={name => {
        const chosen = SCOPES.find(known => known.name === name)
        if (chosen !== undefined) attributes.send({type: 'scope.chosen', scope: chosen.scope})
      }}
    >
      <Tabs.List aria-label={texts.scopesLabel}>
        {SCOPES.map(known => (
          <Tabs.Tab key={known.name} value={known.name}>
            {texts.scopes[known.name]} <span className={styles.count}>{attributesIn(all, known.scope).length}</span>
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {SCOPES.map(known => (
        <Tabs.Panel key={known.name} value={known.name} className={styles.scope}>
          {known.scope === scope && <Scope {...{attributes, isReadOnly}} scope={known.scope} />}
        </Tabs.Panel>
      ))}
    </Tabs>
  )
}

function Scope({attributes, isReadOnly, scope}: Props & {scope: (typeof SCOPES)[number]['scope']}) {
  const isEmpty = useSelector(attributes, ({context}) => attributesIn(context.attributes, scope).length === 0)
  if (isEmpty) return <p className={styles.note}>{texts.empty[scopeName(scope)]}</p>
  return <AttributeTable {...{attributes, isReadOnly, scope}} />
}
