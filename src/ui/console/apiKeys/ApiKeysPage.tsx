import {LazyPart} from '../../kit/loading/LazyPart'
import {ConsolePage} from '../ConsolePage'
import {useCrumbs} from '../crumbs'
import {useConsole} from '../logic'
import {texts} from './texts'

/** The keys of the system. */
export function ApiKeysPage() {
  const {apiKeys} = useConsole()
  const crumbs = useCrumbs()
  return (
    <ConsolePage heading={texts.title} crumbs={crumbs}>
      <LazyPart load={apiKeys}>{ApiKeys => <ApiKeys organisationId={null} />}</LazyPart>
    </ConsolePage>
  )
}
