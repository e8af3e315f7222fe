import fc from 'fast-check'
const hour=3600,lastUse=3569,firstVoid=3631,longest=7200
const ways=['a','b','c','d'],families=['u','v']
const issue = fc.record({ at: fc.nat({ max: hour }), way: fc.constantFrom(...ways) })
function schedule(age){const use = fc.record({ token: fc.nat({ max: 3 }), age, family: fc.constantFrom(...families) })
 return fc.record({issues: fc.array(issue, { minLength: 1, maxLength: 4 }),uses: fc.array(use, { minLength: 1, maxLength: 8 })})}
const young = fc.nat({ max: lastUse })
const anyAge = fc.oneof(young, fc.integer({ min: firstVoid, max: longest }))
const old = fc.oneof({ arbitrary: fc.integer({ min: firstVoid, max: longest }), weight: 3 },{ arbitrary: young, weight: 1 })
for (const [n,a,ok] of [['works',anyAge,x=>x<=lastUse],['void',old,x=>x>=firstVoid]]) for (const runs of [1,10,100]) {
 let none=0,judged=0,near=0,multi=0,N=2000,order=0
 for(let seed=0;seed<N;seed++){ let j=0,nr=0,m=0
  const ss=[]; fc.check(fc.property(schedule(a),s=>{ss.push(s)}),{seed:seed*7919,numRuns:runs})
  for(const s of ss){ for(const u of s.uses) if(ok(u.age)){j++; if(n=='works'?u.age>3000:u.age<4200) nr++;  } if(s.issues.length>1) m++ }
  if(j==0)none++; judged+=j; if(nr)near++; if(m)multi++ }
 console.log(n,'runs',runs,'nothing judged',(none/N*100).toFixed(1)+'%','judged per case',(judged/N).toFixed(1),'within 10 min of the hour',(near/N*100).toFixed(1)+'%','several tokens',(multi/N*100).toFixed(1)+'%')
 if(runs==10) {}
}
