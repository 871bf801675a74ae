import {Tabs} from '@mantine/core'
import type {ReactNode} from 'react'
import {useSearchParams} from 'react-router-dom'

export interface RecordTab {
  name: string
  label: string
  body: () => ReactNode
}

interface Props {
  /** The first is open unless the address names another. */
  tabs: readonly [RecordTab, ...RecordTab[]]
  /** Renders the mark beside the name of a tab that is not open. */
  mark?: (tab: string) => ReactNode
  onChanged?: () => void
}

/** The `tab` parameter of the address names the open tab; an unknown name opens the first. */
export function RecordTabs({tabs, mark, onChanged}: Props) {
  const [parameters, setParameters] = useSearchParams()
  const [first] = tabs
  const asked = parameters.get('tab')
  const open = tabs.find(({name}) => name === asked) ?? first
  return (
    <Tabs
      value={open.name}
      activateTabWithKeyboard={false}
      onChange={tab => {
        onChanged?.()
        setParameters(tab === null || tab === first.name ? {} : {tab})
      }}
      keepMounted={false}
    >
      <Tabs.List mb="md">
        {tabs.map(({name, label}) => (
          <Tabs.Tab key={name} value={name}>
            {label}
            {name !== open.name && mark?.(name)}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {tabs.map(({name, body}) => (
        <Tabs.Panel key={name} value={name}>
          {name === open.name && body()}
        </Tabs.Panel>
      ))}
    </Tabs>
  )
}
