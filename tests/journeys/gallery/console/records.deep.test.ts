import {walkRoom} from '../../support/gallery'

walkRoom('console/records')
