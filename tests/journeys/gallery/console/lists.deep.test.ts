import {walkRoom} from '../../support/gallery'

walkRoom('console/lists')
