/** Words that planners of other systems use for our fields; the first field of a line that an entity has is meant. */
const LINES: readonly (readonly [fields: string, words: string])[] = [
  [
    'materialCode productId',
    'item|item no|item number|item code|part|part no|part number|part code|sku|article|article no|material|material no|product|product no|product code|料号|物料|物料号|物料代码|品号|零件号|图号|产品编号|产品代码|产品型号|存货编码',
  ],
  [
    'productName',
    'item name|part name|product name|description|material description|品名|名称|产品|物料名称|物料描述|存货名称|规格',
  ],
  ['abbreviation', 'short name|short|alias|简写|缩写'],
  [
    'dueDate',
    'due|due date|delivery|delivery date|required date|need by|need date|deadline|ship date|promise date|交货期|交货日期|交付日期|需求日期|要求日期|到期日|发货日期',
  ],
  [
    'quantity',
    'qty|quantity|order qty|order quantity|amount|pieces|pcs|数量|订单数|订货数量|需求数量|件数|计划数量',
  ],
  [
    'orderCode',
    'order|order no|order number|order code|order id|so|so no|sales order|work order|po|订单号|订单编码|工单号|工单|生产单号|单号|销售订单',
  ],
  ['orderName', 'order name|title|subject|订单名|项目名称|标题'],
  ['orderNo', 'erp no|erp order|erp number|erp订单|erp单号'],
  ['customer', 'customer|customer name|client|sold to|buyer|客户|客户名称|客户代码'],
  ['priority', 'prio|priority|urgency|优先级|紧急程度'],
  ['orderType', 'order type|订单类别|订单类型'],
  [
    'category productType type',
    'category|type|class|group|product type|类别|类型|分类|产品类型|产品类别',
  ],
  [
    'planStartTime planStart startTime startDate',
    'start|start date|planned start|begin|开始|开始日期|开工日期|计划开工|计划开始日期',
  ],
  [
    'planEndTime planEnd endTime endDate',
    'end|end date|finish|planned end|planned finish|completion|结束|结束日期|完工日期|计划完工|计划完成|计划结束日期',
  ],
  ['standardBeat', 'cycle time|takt|takt time|beat|standard time|节拍|工时|标准工时|标准节拍'],
  ['lineIds lineId', 'line|lines|production line|resource|work center|产线|生产线|线体|工作中心'],
  ['processName procedureName', 'operation|process|procedure|step|工序|工艺|工序名'],
  ['number', 'no|number|equipment no|asset no|machine no|设备号|资产编号|机台号'],
  ['nickname', 'machine|machine name|equipment|equipment name|设备|设备名称|机台'],
  ['remark', 'remark|remarks|note|notes|comment|comments|memo|备注|说明|附注'],
  [
    'encoding',
    'alarm no|alarm nr|alarm number|alarm code|alarm id|message number|message no|fault code|error code|code|报警号|报警代码|故障代码|错误代码',
  ],
  ['contentZh', 'chinese text|chinese|报警信息|报警内容|报警文本|故障信息'],
  ['contentEn', 'english text|english|alarm text|message|message text|fault text|alarm message'],
  ['level', 'severity|class|alarm class|alarm level|等级|报警等级|报警级别|严重程度'],
  ['causeZh', '报警原因|故障原因|可能原因'],
  ['causeEn', 'cause|reason'],
  ['adviceZh', '解决方法|处理方法|处理措施|排除方法'],
  ['adviceEn', 'remedy|action|solution|countermeasure'],
  ['controlType', 'control|controller|cnc|nc|控制器|数控系统'],
  ['unit', 'unit|uom|单位|计量单位'],
  ['status', 'status|enabled|active|状态|启用'],
  ['siteId', 'site|plant|factory|department|厂区|工厂|部门'],
];

/** Names of the fields that a normalised heading may mean, most likely first; none for an unknown word. */
export function meantBy(heading: string): readonly string[] {
  return byWord.get(heading) ?? [];
}

/** True for a normalised heading by which others call the name of a row, or know it by: our title, at times our code. */
export function isName(heading: string): boolean {
  return NAMES.has(heading);
}

const NAMES = new Set(['name', '名称', 'id', 'title']);

/** A heading without what does not matter: case, width, blanks, marks, the mark `*` and a unit in brackets at the end. */
export function normalHeading(heading: string): string {
  const plain = heading.normalize('NFKC').toLowerCase().replace(/\*/g, ' ').trim();
  const bare = plain.replace(/\s*[([][^()[\]]{1,20}[)\]]$/, '');
  return (bare === '' ? plain : bare).replace(/[\s_\-./:#,;'"]+/g, '');
}

const byWord: ReadonlyMap<string, readonly string[]> = (() => {
  const words = new Map<string, string[]>();
  for (const [fields, line] of LINES) {
    for (const word of line.split('|')) {
      const key = normalHeading(word);
      words.set(key, [...(words.get(key) ?? []), ...fields.split(' ')]);
    }
  }
  return words;
})();
